//! `Memory`: what a player remembers of a game, of a type of its own.

use std::any::Any;
use std::fmt;

/// The memory of a player that hears events, for one seat in one game. It is empty until the player hears something.
#[derive(Default)]
pub struct Memory(Option<Box<dyn Remembered>>);

/// The memory of a player that has heard nothing.
pub(in crate::strategy) static EMPTY: Memory = Memory(None);

/// A value that can be copied without its type being known.
trait Remembered: Any + Send + Sync {
    fn copy(&self) -> Box<dyn Remembered>;
}

impl<T: Clone + Send + Sync + 'static> Remembered for T {
    fn copy(&self) -> Box<dyn Remembered> {
        Box::new(self.clone())
    }
}

impl Memory {
    /// What is remembered; `None` if nothing of this type is.
    pub fn get<T: 'static>(&self) -> Option<&T> {
        let value: &dyn Any = &**self.0.as_ref()?;
        value.downcast_ref()
    }

    /// What is remembered, in order to change it; the default if nothing of this type is.
    pub fn get_mut<T: Clone + Default + Send + Sync + 'static>(&mut self) -> &mut T {
        if self.get::<T>().is_none() {
            self.0 = Some(Box::new(T::default()));
        }
        let value: Option<&mut dyn Any> = self.0.as_mut().map(|value| &mut **value as &mut dyn Any);
        value.and_then(|value| value.downcast_mut()).expect("a value of this type")
    }
}

impl Clone for Memory {
    fn clone(&self) -> Self {
        Memory(self.0.as_ref().map(|value| (**value).copy()))
    }
}

impl fmt::Debug for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Memory(..)" } else { "Memory()" })
    }
}
