/* stdlib.h - malloc and its like for WebAssembly, where there is no C library. Blocks
 * have sizes that are powers of two; what is freed is kept in a list for its size. */
#ifndef DUDO_WASM_STDLIB_H
#define DUDO_WASM_STDLIB_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Before each block stands the number of its list. 16 bytes, so that blocks stay aligned. */
struct dudo_block {
    size_t list;
    struct dudo_block *next;
    uint64_t unused;
};

__attribute__((weak)) struct dudo_block *dudo_free_blocks[32];
/* What is left of the memory that was asked for last. */
__attribute__((weak)) uintptr_t dudo_heap, dudo_heap_end;

__attribute__((weak)) void *malloc(size_t size)
{
    const size_t page = 65536;
    struct dudo_block *block;
    size_t list = 4, whole;
    if (size > (size_t)1 << 30)
        return NULL;
    while ((size_t)1 << list < size)
        list++;
    block = dudo_free_blocks[list];
    if (block) {
        dudo_free_blocks[list] = block->next;
        return block + 1;
    }
    whole = sizeof *block + ((size_t)1 << list);
    if (dudo_heap_end - dudo_heap < whole) {
        size_t pages = (whole + page - 1) / page;
        size_t at = __builtin_wasm_memory_grow(0, pages);
        if (at == SIZE_MAX)
            return NULL;
        /* Nobody else grows memory, so it goes on where it ended. */
        if (at * page != dudo_heap_end)
            dudo_heap = at * page;
        dudo_heap_end = (at + pages) * page;
    }
    block = (struct dudo_block *)dudo_heap;
    dudo_heap += whole;
    block->list = list;
    return block + 1;
}

__attribute__((weak)) void free(void *memory)
{
    struct dudo_block *block = memory;
    if (!memory)
        return;
    block--;
    block->next = dudo_free_blocks[block->list];
    dudo_free_blocks[block->list] = block;
}

__attribute__((weak)) void *calloc(size_t count, size_t size)
{
    void *memory;
    if (size && count > SIZE_MAX / size)
        return NULL;
    memory = malloc(count * size);
    return memory ? memset(memory, 0, count * size) : NULL;
}

__attribute__((weak)) void *realloc(void *memory, size_t size)
{
    size_t had;
    void *more;
    if (!memory)
        return malloc(size);
    had = (size_t)1 << ((struct dudo_block *)memory - 1)->list;
    if (size <= had)
        return memory;
    more = malloc(size);
    if (!more)
        return NULL;
    memcpy(more, memory, had);
    free(memory);
    return more;
}

__attribute__((weak, noreturn)) void abort(void) { __builtin_trap(); }

__attribute__((weak)) int abs(int number) { return number < 0 ? -number : number; }

#endif
