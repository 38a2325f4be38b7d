//! `Setting`: a number or switch of a profile, as whole positions between two limits.

use serde_json::Value;

use super::file::Profile;

/// Positions between the limits of a number with decimals.
const REAL_POSITIONS: i64 = 1000;
/// Distance of a missing limit from the value of the setting.
const MAX_DISTANCE: i64 = 1000;

/// Key in the schema of a setting that says how long a player learns or thinks: more of it is hardly ever worse.
const BUDGET: &str = "x-budget";

/// A setting that can be varied.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
    /// Name in the table `weights`.
    pub name: String,
    /// Lowest position.
    pub low: i64,
    /// Highest position.
    pub high: i64,
    scale: Scale,
}

/// What a position stands for.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Scale {
    /// Off at 0 and on at 1.
    Switch,
    /// The number itself.
    Whole,
    /// The lowest number plus this unit for each position.
    Real { low: f64, unit: f64 },
}

impl Setting {
    /// A setting from its current value and its schema; `None` if it is neither a number nor a switch, or only costs time.
    fn of(name: &str, value: &toml::Value, schema: &Value) -> Option<Setting> {
        if schema[BUDGET] == true {
            return None;
        }
        let (low, high, scale) = match *value {
            toml::Value::Boolean(_) => (0, 1, Scale::Switch),
            toml::Value::Integer(value) => {
                let limit = |key: &str, missing| schema[key].as_i64().unwrap_or(missing);
                let low = limit("minimum", value.saturating_sub(MAX_DISTANCE));
                (low, limit("maximum", value.saturating_add(MAX_DISTANCE)), Scale::Whole)
            }
            toml::Value::Float(value) => {
                let limit = |key: &str, missing| schema[key].as_f64().unwrap_or(missing);
                let far = 10.0 * value.abs().max(1.0);
                let low = limit("minimum", value - far);
                let unit = (limit("maximum", value + far) - low) / REAL_POSITIONS as f64;
                (0, REAL_POSITIONS, Scale::Real { low, unit })
            }
            _ => return None,
        };
        let usable = match scale {
            Scale::Real { unit, .. } => unit.is_finite() && unit > 0.0,
            Scale::Switch | Scale::Whole => low < high,
        };
        usable.then(|| Setting { name: name.to_owned(), low, high, scale })
    }

    /// A whole number between two limits.
    #[cfg(test)]
    pub(crate) fn whole(low: i64, high: i64) -> Setting {
        Setting { name: "number".to_owned(), low, high, scale: Scale::Whole }
    }

    /// The value at a position.
    pub(crate) fn value(&self, position: i64) -> toml::Value {
        match self.scale {
            Scale::Switch => toml::Value::Boolean(position > 0),
            Scale::Whole => toml::Value::Integer(position),
            Scale::Real { low, unit } => toml::Value::Float(low + unit * position as f64),
        }
    }

    /// The position next to a value.
    fn position(&self, value: &toml::Value) -> i64 {
        let position = match (self.scale, value) {
            (Scale::Real { low, unit }, toml::Value::Float(value)) => ((value - low) / unit).round() as i64,
            (_, toml::Value::Boolean(on)) => i64::from(*on),
            (_, value) => value.as_integer().unwrap_or(self.low),
        };
        position.clamp(self.low, self.high)
    }
}

impl Profile {
    /// All numbers and switches among its settings, in the order of the file. Tables, lists and budgets are left out.
    pub fn settings(&self) -> Vec<Setting> {
        let schema = self.settings_schema();
        let of = |(name, value): (&String, &toml::Value)| Setting::of(name, value, &schema["properties"][name]);
        self.weights.iter().filter_map(of).collect()
    }

    /// The positions of settings.
    pub fn positions(&self, settings: &[Setting]) -> Vec<i64> {
        settings.iter().map(|setting| setting.position(&self.weights[&setting.name])).collect()
    }

    /// The profile with settings at other positions. A setting that keeps its position keeps its exact value.
    #[must_use]
    pub fn at(&self, settings: &[Setting], positions: &[i64]) -> Profile {
        let mut profile = self.clone();
        for (setting, position) in settings.iter().zip(positions) {
            if setting.position(&self.weights[&setting.name]) != *position {
                profile.weights.insert(setting.name.clone(), setting.value(*position));
            }
        }
        profile
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn numbers_with_decimals_and_without_limits_have_positions() {
        let schema = json!({ "minimum": 0.0, "maximum": 2.0 });
        let real = Setting::of("x", &toml::Value::Float(0.5), &schema).expect("a setting");
        assert_eq!((real.position(&toml::Value::Float(0.5)), real.value(1000)), (250, toml::Value::Float(2.0)));
        let whole = Setting::of("x", &toml::Value::Integer(5), &json!({ "minimum": 0 })).expect("a setting");
        assert_eq!((whole.low, whole.high), (0, 1005));
        assert_eq!(Setting::of("x", &toml::Value::String("y".into()), &Value::Null), None);
        let fixed = json!({ "minimum": 1, "maximum": 1 });
        assert_eq!(Setting::of("x", &toml::Value::Integer(1), &fixed), None);
    }
}
