//! A table from ids to values that keeps the order of its entries.
//!
//! Places and transitions keep the modeller's order, which reads better than alphabetical order. In JSON the table is
//! an object. A table is written once and read from start to end, so a vector suffices.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Values by id, in the order of insertion. Each id should occur once.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Ordered<V>(pub Vec<(String, V)>);

impl<V> Ordered<V> {
    /// Returns the number of entries.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are no entries.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the entries in order.
    pub fn iter(&self) -> std::slice::Iter<'_, (String, V)> {
        self.0.iter()
    }

    /// Returns the value of an id. Takes time linear in the number of entries.
    #[must_use]
    pub fn get(&self, id: &str) -> Option<&V> {
        self.0.iter().find(|(other, _)| other == id).map(|(_, value)| value)
    }
}

impl<V> Default for Ordered<V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<K: Into<String>, V> FromIterator<(K, V)> for Ordered<V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        Self(entries.into_iter().map(|(id, value)| (id.into(), value)).collect())
    }
}

impl<'a, V> IntoIterator for &'a Ordered<V> {
    type Item = &'a (String, V);
    type IntoIter = std::slice::Iter<'a, (String, V)>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<V: Serialize> Serialize for Ordered<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(id, value)| (id, value)))
    }
}

impl<'de, V: Deserialize<'de>> Deserialize<'de> for Ordered<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader<V>(PhantomData<V>);
        impl<'de, V: Deserialize<'de>> Visitor<'de> for Reader<V> {
            type Value = Ordered<V>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Ordered<V>, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(Ordered(entries))
            }
        }
        deserializer.deserialize_map(Reader(PhantomData))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_of_entries_survives_json() {
        let table: Ordered<u32> = [("p10", 1), ("p2", 2), ("a", 3)].into_iter().collect();
        let json = serde_json::to_string(&table).unwrap();
        assert_eq!(json, r#"{"p10":1,"p2":2,"a":3}"#);
        assert_eq!(serde_json::from_str::<Ordered<u32>>(&json).unwrap(), table);
        assert_eq!(table.get("p2"), Some(&2));
        assert_eq!(table.get("q"), None);
    }
}
