//! Plain data: JSON values of the engine as Python's dicts and lists, and back.

use merx_engine::game::PositionError as BadPosition;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyList, PyString, PyTuple};
use serde_json::{Map, Number, Value};

use crate::arguments::{shown, type_name};
use crate::errors::OrRaise;

/// Dicts in dicts, and lists, that a position may have. Its own are four deep.
const DEEPEST: usize = 16;

/// The value as dicts, lists, texts, numbers, `True`, `False` and `None`.
pub(crate) fn to_python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(pythonize::pythonize(py, value)?)
}

/// The dict as JSON. Tuples count as lists, and whole numbers of other libraries as numbers.
///
/// Raises `PositionError` with the field that is not plain data.
pub(crate) fn from_dict(dict: &Bound<'_, PyDict>) -> PyResult<Value> {
    from_python(dict, "", DEEPEST).or_raise()
}

fn from_python(value: &Bound<'_, PyAny>, field: &str, deepest: usize) -> Result<Value, BadPosition> {
    let fail = |reason: &str| Err(BadPosition::new(field, reason));
    if deepest == 0 {
        return fail("it is nested too deep");
    }
    if value.is_none() {
        return Ok(Value::Null);
    }
    if let Ok(flag) = value.cast::<PyBool>() {
        return Ok(flag.is_true().into());
    }
    if let Ok(text) = value.cast::<PyString>() {
        return text.to_str().map(Into::into).or_else(|_| fail("this text is not valid Unicode"));
    }
    if let Ok(dict) = value.cast::<PyDict>() {
        // A copy of the items: reading a number can run code, which could change the dict.
        return from_items(&dict.items(), field, deepest).map(Value::Object);
    }
    if value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>() {
        let items: Vec<Bound<'_, PyAny>> = value.extract().map_err(|_| BadPosition::new(field, "it cannot be read"))?;
        let item = |(i, item)| from_python(item, &format!("{field}[{i}]"), deepest - 1);
        return items.iter().enumerate().map(item).collect::<Result<_, _>>().map(Value::Array);
    }
    if let Ok(real) = value.cast::<PyFloat>() {
        let number = Number::from_f64(real.value());
        return number.map_or_else(|| fail("it is not finite"), |number| Ok(number.into()));
    }
    match value.extract::<i64>() {
        Ok(number) => Ok(number.into()),
        Err(_) => fail(&format!("{} is no plain data (its class is {})", shown(value), type_name(value))),
    }
}

fn from_items(items: &Bound<'_, PyList>, field: &str, deepest: usize) -> Result<Map<String, Value>, BadPosition> {
    let entry = |item: Bound<'_, PyAny>| {
        let (key, value): (Bound<'_, PyAny>, Bound<'_, PyAny>) =
            item.extract().map_err(|_| BadPosition::new(field, "it cannot be read"))?;
        let key: String =
            key.extract().map_err(|_| BadPosition::new(field, format!("the key {} is no text", shown(&key))))?;
        let path = if field.is_empty() { key.clone() } else { format!("{field}.{key}") };
        Ok((key, from_python(&value, &path, deepest - 1)?))
    };
    items.iter().map(entry).collect()
}
