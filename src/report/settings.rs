//! Settings: the switches of rules and the settings of strategies, one line each.

use serde::Serialize;
use serde_json::Value;

use super::files::row::row;

row! {
    "settings.csv"
    /// One line of `settings.csv`.
    #[derive(Clone, Debug)]
    pub struct SettingRow {
        /// Its key in the file, such as `win_level` or `weights.levels`.
        pub setting: String,
        /// Its value.
        pub value: Value,
    }
}

impl SettingRow {
    /// All settings of a value, in the order of their keys.
    pub fn all(settings: &impl Serialize) -> Vec<SettingRow> {
        let mut rows = Vec::new();
        add("", &serde_json::json!(settings), &mut rows);
        rows
    }
}

fn add(key: &str, value: &Value, rows: &mut Vec<SettingRow>) {
    let Value::Object(fields) = value else {
        return rows.push(SettingRow { setting: key.to_owned(), value: value.clone() });
    };
    for (field, value) in fields {
        let key = if key.is_empty() { field.clone() } else { format!("{key}.{field}") };
        add(&key, value, rows);
    }
}
