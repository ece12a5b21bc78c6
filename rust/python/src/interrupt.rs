//! Long work that leaves the interpreter free and ends soon after Ctrl-C.

use pyo3::prelude::*;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// How long a signal may wait to be seen.
const PATIENCE: Duration = Duration::from_millis(20);

/// The result of `work`, which runs on a thread of its own while this one, detached from the interpreter, waits and looks for
/// signals.
///
/// When a signal's handler raises (Ctrl-C does), the flag given to `work` is set, `work` is expected to return `None` soon, and
/// the handler's exception is raised.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&AtomicBool) -> Option<T> + Send,
) -> PyResult<T> {
    let stop = AtomicBool::new(false);
    py.detach(|| {
        thread::scope(|scope| {
            let (done, finished) = channel::<()>();
            let stop = &stop;
            let worker = thread::Builder::new().spawn_scoped(scope, move || {
                // Dropped when the work is done, and also when it panics.
                let _done = done;
                work(stop)
            })?;
            let mut raised = None;
            while raised.is_none() && finished.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                raised = Python::attach(|py| py.check_signals().err());
            }
            stop.store(raised.is_some(), Ordering::Relaxed);
            let result = worker.join().unwrap_or_else(|panic| resume_unwind(panic));
            match raised {
                Some(error) => Err(error),
                None => Ok(result.expect("work that is not stopped has a result")),
            }
        })
    })
}
