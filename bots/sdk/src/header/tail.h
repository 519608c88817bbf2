#include "dudo_help.h"

#ifdef __cplusplus
}
#endif

#endif
