//! Values as bytes, and records of them from one declaration.

/// A value of fixed size. Numbers are little-endian.
pub(crate) trait Cell: Copy {
    /// Bytes of it all.
    const SIZE: usize;
    /// Bytes of one value, where it is a list.
    const WIDTH: usize = Self::SIZE;
    /// Values, where it is a list.
    const COUNT: Option<usize> = None;

    /// Writes it to a slice of its size.
    fn put(self, out: &mut [u8]);

    /// Reads it from a slice of its size.
    fn get(from: &[u8]) -> Self;
}

macro_rules! number {
    ($($type:ty)*) => { $(
        impl Cell for $type {
            const SIZE: usize = size_of::<$type>();
            #[inline(always)]
            fn put(self, out: &mut [u8]) {
                out.copy_from_slice(&self.to_le_bytes());
            }
            #[inline(always)]
            fn get(from: &[u8]) -> Self {
                let mut bytes = [0; size_of::<$type>()];
                bytes.copy_from_slice(from);
                Self::from_le_bytes(bytes)
            }
        }
    )* };
}

number! { u8 u16 u32 }

/// ASCII letters, filled up with zeros.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Text<const N: usize>(pub(crate) [u8; N]);

impl<const N: usize> Text<N> {
    /// No letters.
    pub(crate) const EMPTY: Self = Self([0; N]);

    /// The first letters of these, as many as fit.
    #[inline]
    pub(crate) fn of(letters: impl Iterator<Item = u8>) -> Self {
        let mut text = [0; N];
        for (place, letter) in text.iter_mut().zip(letters) {
            *place = letter;
        }
        Self(text)
    }

    /// The letters before the first zero.
    #[inline]
    pub(crate) fn letters(&self) -> &[u8] {
        let end = self.0.iter().position(|&letter| letter == 0);
        &self.0[..end.unwrap_or(N)]
    }
}

impl<const N: usize> Cell for Text<N> {
    const SIZE: usize = N;
    #[inline(always)]
    fn put(self, out: &mut [u8]) {
        out.copy_from_slice(&self.0);
    }
    #[inline(always)]
    fn get(from: &[u8]) -> Self {
        let mut text = [0; N];
        text.copy_from_slice(from);
        Self(text)
    }
}

impl<T: Cell, const N: usize> Cell for [T; N] {
    const SIZE: usize = T::SIZE * N;
    const WIDTH: usize = T::SIZE;
    const COUNT: Option<usize> = Some(N);
    #[inline(always)]
    fn put(self, out: &mut [u8]) {
        for (value, place) in self.into_iter().zip(out.chunks_exact_mut(T::SIZE)) {
            value.put(place);
        }
    }
    #[inline(always)]
    fn get(from: &[u8]) -> Self {
        core::array::from_fn(|index| T::get(&from[index * T::SIZE..][..T::SIZE]))
    }
}

/// Reads the record of an image: what is too much is left out, and what an older writer did
/// not have is zero. `None` where the image does not have the size that it says it
/// has. `N` is the size of the record.
#[inline]
pub(crate) fn unpacked<T: Cell, const N: usize>(image: &[u8]) -> Option<T> {
    let size = usize::from(u16::from_le_bytes([*image.first()?, *image.get(1)?]));
    if size != image.len() {
        return None;
    }
    Some(match image.first_chunk::<N>() {
        Some(known) => T::get(known),
        None => lengthened::<T, N>(image),
    })
}

#[cold]
fn lengthened<T: Cell, const N: usize>(image: &[u8]) -> T {
    let mut full = [0; N];
    full[..image.len()].copy_from_slice(image);
    T::get(&full)
}

/// Declares a record: a struct, how it is written and read, and its description.
///
/// What stands behind its name is how others call it. A field is `name: type = kind;`, or `name: [type; room] = kind, by "field";` where
/// another field says how many there are. Its comment is its meaning.
macro_rules! record {
    (
        $(#[doc = $about:literal])+
        $vis:vis struct $name:ident = $called:literal {
            $(
                $(#[doc = $meaning:literal])+
                $field:ident: $type:ty = $kind:expr $(, by $count:literal)?;
            )+
        }
    ) => {
        $(#[doc = $about])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $vis struct $name {
            $( $(#[doc = $meaning])+ $vis $field: $type, )+
        }

        impl $name {
            /// What it looks like.
            $vis const RECORD: &'static $crate::image::Record = {
                const RECORD: $crate::image::Record = $crate::image::Record {
                    name: $called,
                    about: concat!($($about),+),
                    fields: &[ $( $crate::image::Field {
                        name: stringify!($field),
                        about: concat!($($meaning),+),
                        kind: $kind,
                        many: record!(@many $type $(, $count)?),
                        width: <$type as $crate::image::Cell>::WIDTH,
                    }, )+ ],
                    size: <$name as $crate::image::Cell>::SIZE,
                };
                const { assert!(RECORD.is_sound(), "a field would need padding") };
                &RECORD
            };
        }

        impl $crate::image::Cell for $name {
            const SIZE: usize = 0 $( + <$type as $crate::image::Cell>::SIZE )+;

            #[inline(always)]
            fn put(self, out: &mut [u8]) {
                $( let (place, out) = out.split_at_mut(<$type as $crate::image::Cell>::SIZE);
                $crate::image::Cell::put(self.$field, place); )+
                debug_assert!(out.is_empty());
            }

            #[inline(always)]
            fn get(from: &[u8]) -> Self {
                $( let ($field, from) = from.split_at(<$type as $crate::image::Cell>::SIZE); )+
                debug_assert!(from.is_empty());
                Self { $( $field: $crate::image::Cell::get($field), )+ }
            }
        }
    };
    (@many $type:ty, $count:literal) => {
        match <$type as $crate::image::Cell>::COUNT {
            None => $crate::image::Many::One,
            Some(room) => $crate::image::Many::Upto(room, $count),
        }
    };
    (@many $type:ty) => {
        match <$type as $crate::image::Cell>::COUNT {
            None => $crate::image::Many::One,
            Some(room) => $crate::image::Many::Each(room),
        }
    };
}
pub(crate) use record;
