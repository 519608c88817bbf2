//! How the views of a game are written, as data.

/// How the views of a game are written.
#[derive(Debug)]
pub struct Schema {
    /// The game, as in `liars-dice`.
    pub game: &'static str,
    /// The version of the layout, from 1. Fields that are added at the end do not
    /// change it; whatever else happens does.
    pub version: u16,
    /// The whole view.
    pub view: &'static Record,
}

/// Fields one after the other, without holes.
#[derive(Debug)]
pub struct Record {
    /// Its name, in camel case.
    pub name: &'static str,
    /// What it is, as a phrase.
    pub about: &'static str,
    /// Its fields in their order. Grows at its end only.
    pub fields: &'static [Field],
    /// Its size in bytes.
    pub size: usize,
}

/// A field of a record.
#[derive(Debug)]
pub struct Field {
    /// Its name, in snake case.
    pub name: &'static str,
    /// What it says, as a sentence.
    pub about: &'static str,
    /// What one value is.
    pub kind: Kind,
    /// How many values there are.
    pub many: Many,
    /// Bytes of one value.
    pub width: usize,
}

/// What a value is. Numbers are unsigned and of one, two or four bytes.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// A number.
    Number,
    /// A number; 0: none.
    Maybe,
    /// 0 or 1.
    Flag,
    /// A seat, from 1; 0: nobody.
    Seat,
    /// A set of seats, or of other things that count from 1: bit 0 is number 1.
    Set,
    /// The number of one of these words, from 0.
    Word(&'static [&'static str]),
    /// Letters, in ASCII, up to the first zero.
    Text,
    /// Letters on dice, up to the first zero: `a` to `z`, and `Q` for the face Qu.
    /// In JSON as in notation.
    Letters,
    /// A record.
    Record(&'static Record),
    /// A record; none where its first byte is 0.
    MaybeRecord(&'static Record),
    /// Says nothing to a bot: a size, or zeros that keep others aligned.
    Hidden,
}

/// How many values a field has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Many {
    /// One.
    One,
    /// So many, always.
    Each(usize),
    /// Room for so many; how many there are says an earlier field of the view.
    Upto(usize, &'static str),
}

impl Many {
    /// Values that there is room for.
    pub const fn room(self) -> usize {
        match self {
            Self::One => 1,
            Self::Each(room) | Self::Upto(room, _) => room,
        }
    }
}

impl Field {
    /// Bytes of all values.
    pub const fn size(&self) -> usize {
        self.width * self.many.room()
    }

    /// The alignment that C gives it.
    pub const fn align(&self) -> usize {
        match self.kind {
            Kind::Record(record) | Kind::MaybeRecord(record) => record.align(),
            Kind::Text | Kind::Letters => 1,
            _ => self.width,
        }
    }
}

impl Record {
    /// The alignment that C gives it.
    pub const fn align(&self) -> usize {
        let mut most = 1;
        let mut index = 0;
        while index < self.fields.len() {
            let align = self.fields[index].align();
            if align > most {
                most = align;
            }
            index += 1;
        }
        most
    }

    /// Whether it is laid out as C would do it, without holes. A record that is not
    /// does not compile.
    pub const fn is_sound(&self) -> bool {
        let mut offset = 0usize;
        let mut index = 0;
        while index < self.fields.len() {
            if !offset.is_multiple_of(self.fields[index].align()) {
                return false;
            }
            offset += self.fields[index].size();
            index += 1;
        }
        offset == self.size && offset.is_multiple_of(self.align())
    }

    /// The fields, each with where it begins.
    pub fn placed(&self) -> impl Iterator<Item = (usize, &'static Field)> {
        self.fields.iter().scan(0, |offset, field| {
            let at = *offset;
            *offset += field.size();
            Some((at, field))
        })
    }
}
