#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    merx_fuzz::state(data);
});
