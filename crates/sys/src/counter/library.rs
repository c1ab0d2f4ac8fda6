//! Names of events, as libpfm4 knows them: a library that is loaded when it is asked for.
//!
//! Its interface is `pfm_get_os_event_encoding(3)`; it fills a `perf_event_attr`. It is never
//! linked, so that Probity runs where it is not installed.

use super::Encoded;
use super::attributes::flag;
use std::fmt;

/// An event as the library encodes it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Encoding {
    /// The event.
    pub event: Encoded,
    /// Its name in full, with its table and what was filled in.
    pub name: String,
    /// Nothing is to be counted in user mode.
    pub exclude_user: bool,
    /// Nothing is to be counted while the kernel runs.
    pub exclude_kernel: bool,
    /// Nothing is to be counted while a hypervisor runs.
    pub exclude_hypervisor: bool,
    /// Nothing is to be counted while a guest of ours runs; what it sets unless told otherwise.
    pub exclude_guest: bool,
    /// Whether the library finds the PMU of this event here; otherwise it is of another CPU, and
    /// its numbers mean something else here.
    pub is_present: bool,
    /// What else the library has set, by the kernel's names: [`super::Attributes`] have no place
    /// for it, so that without it something else would be counted.
    pub rest: Vec<&'static str>,
}

/// Why a name has no encoding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LibraryError {
    /// A statically linked program cannot load libraries.
    StaticBuild,
    /// It cannot be loaded; what the loader said.
    Missing(String),
    /// What was loaded is not what we know.
    Foreign(String),
    /// It knows no such event, or not on this CPU.
    NotFound,
    /// It refused the name; what it said.
    Refused(String),
}

impl fmt::Display for LibraryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::StaticBuild => {
                f.write_str("this build of Probity is linked statically and cannot load libraries")
            }
            Self::Missing(why) => write!(f, "libpfm4 cannot be loaded: {why}"),
            Self::Foreign(why) => write!(f, "the libpfm4 that was loaded is unknown to us: {why}"),
            Self::NotFound => f.write_str("libpfm4 knows no such event for this CPU"),
            Self::Refused(why) => write!(f, "libpfm4 refuses the name: {why}"),
        }
    }
}

/// The encoding of the event `name`, in user mode and in the kernel unless it says otherwise. The
/// first call loads the library; where it is made while there is one thread only, or with
/// `LIBPFM_ENCODE_INACTIVE=1`, the library knows the events of other CPUs too.
///
/// # Errors
/// [`LibraryError`]; elsewhere than on Linux there is no such library.
pub fn encode(name: &str) -> Result<Encoding, LibraryError> {
    #[cfg(all(target_os = "linux", not(target_feature = "crt-static")))]
    return body::encode(name);
    #[cfg(all(target_os = "linux", target_feature = "crt-static"))]
    {
        let _ = name;
        Err(LibraryError::StaticBuild)
    }
    #[cfg(not(target_os = "linux"))]
    {
        let _ = name;
        Err(LibraryError::Missing("it is for Linux only".to_owned()))
    }
}

/// What the library has written into a zeroed `perf_event_attr`, taken apart.
#[cfg_attr(
    not(all(target_os = "linux", not(target_feature = "crt-static"))),
    allow(dead_code, reason = "only a build that loads the library has bytes of it")
)]
pub(super) fn taken_apart(attr: &[u8; ATTR_BYTES], name: String) -> Encoding {
    let word = |at: usize| {
        let mut word = [0; 8];
        word.copy_from_slice(&attr[at..at + 8]);
        u64::from_ne_bytes(word)
    };
    let half = |at: usize| {
        let mut half = [0; 4];
        half.copy_from_slice(&attr[at..at + 4]);
        u32::from_ne_bytes(half)
    };
    let flags = word(40);
    // From `branch_sample_type` to `sig_data`, and whatever follows `config3`.
    let others = attr[72..128].iter().chain(&attr[136..]).any(|&byte| byte != 0);
    let precise = (0..2).any(|bit| flags & flag(PRECISE + bit) != 0);
    let known = EXCLUDES.iter().chain(&[PRECISE, PRECISE + 1]);
    let unknown = flags & !known.fold(0, |known, &bit| known | flag(bit)) != 0;
    let rest = [
        (word(16) != 0, "sample_period"),
        (word(24) != 0, "sample_type"),
        (word(32) != 0, "read_format"),
        (precise, "precise_ip"),
        (unknown, "a flag that is none of exclude_user, _kernel, _hv and _guest"),
        (half(48) != 0, "wakeup_events"),
        (half(52) != 0, "bp_type"),
        (others, "a field for sampling"),
    ];
    let config = [8, 56, 64, 128].map(word);
    let [user, kernel, hypervisor, guest] = EXCLUDES.map(|bit| flags & flag(bit) != 0);
    Encoding {
        event: Encoded { pmu: half(0), config },
        name,
        exclude_user: user,
        exclude_kernel: kernel,
        exclude_hypervisor: hypervisor,
        exclude_guest: guest,
        is_present: false,
        rest: rest.into_iter().filter(|(is_set, _)| *is_set).map(|(_, name)| name).collect(),
    }
}

/// Larger than any `perf_event_attr` that there is (136 bytes in Linux 6.18), so that a library for
/// a later kernel has room.
pub(super) const ATTR_BYTES: usize = 256;

/// Places of `exclude_user`, `exclude_kernel`, `exclude_hv` and `exclude_guest` in the kernel's bit
/// field, and of the two bits of `precise_ip`.
const EXCLUDES: [u32; 4] = [4, 5, 6, 20];
const PRECISE: u32 = 15;

#[cfg(all(target_os = "linux", not(target_feature = "crt-static")))]
mod body {
    use super::{ATTR_BYTES, Encoding, LibraryError, taken_apart};
    use std::ffi::{CStr, CString, c_char, c_int, c_void};
    use std::ptr;
    use std::sync::{Mutex, OnceLock, PoisonError};

    /// `pfm_perf_encode_arg_t` (perfmon/pfmlib_perf_event.h, libpfm 4.13).
    #[repr(C)]
    struct Argument {
        attr: *mut [u8; ATTR_BYTES],
        fstr: *mut *mut c_char,
        size: usize,
        idx: c_int,
        cpu: c_int,
        flags: c_int,
        pad: c_int,
    }

    /// What 64-bit libraries take and nothing else: `PFM_PERF_ENCODE_ABI0`.
    const ARGUMENT_BYTES: usize = 40;
    #[cfg(target_pointer_width = "64")]
    const _: () = assert!(size_of::<Argument>() == ARGUMENT_BYTES);

    /// `PFM_PLM0 | PFM_PLM3`: the kernel and user mode.
    const BOTH_MODES: c_int = 0x01 | 0x08;
    /// `PFM_OS_PERF_EVENT`: without modifiers of sampling.
    const PERF_EVENT: c_int = 1;
    const SUCCESS: c_int = 0;
    /// `PFM_ERR_NOTFOUND`.
    const NOT_FOUND: c_int = -4;

    /// `pfm_pmu_info_t` (perfmon/pfmlib.h, libpfm 4.13).
    #[repr(C)]
    struct PmuInfo {
        name: *const c_char,
        desc: *const c_char,
        size: usize,
        pmu: c_int,
        kind: c_int,
        counts: [c_int; 5],
        /// Its lowest bit: it was found on this machine.
        flags: u32,
    }

    /// `PFM_PMU_INFO_ABI0`.
    const INFO_BYTES: usize = 56;
    #[cfg(target_pointer_width = "64")]
    const _: () = assert!(size_of::<PmuInfo>() == INFO_BYTES);
    /// Far more than there are PMUs in the library's list, which does not say how many it has.
    const MOST_PMUS: c_int = 2_000;

    type Information = unsafe extern "C" fn(c_int, *mut PmuInfo) -> c_int;
    type Initialize = unsafe extern "C" fn() -> c_int;
    type Encode = unsafe extern "C" fn(*const c_char, c_int, c_int, *mut c_void) -> c_int;
    type Error = unsafe extern "C" fn(c_int) -> *const c_char;

    struct Library {
        encode: Encode,
        error: Error,
        /// The tables of what the library found here.
        present: Vec<String>,
    }

    /// Loaded once and for good; the library says nothing of threads, so one asks at a time.
    static LIBRARY: OnceLock<Result<Mutex<Library>, LibraryError>> = OnceLock::new();

    pub(super) fn encode(name: &str) -> Result<Encoding, LibraryError> {
        if size_of::<Argument>() != ARGUMENT_BYTES {
            let why = "its argument has another size on machines that are not of 64 bits";
            return Err(LibraryError::Foreign(why.to_owned()));
        }
        let library = LIBRARY.get_or_init(|| load().map(Mutex::new)).as_ref();
        let library = library.map_err(Clone::clone)?.lock().unwrap_or_else(PoisonError::into_inner);
        library.encode(name)
    }

    impl Library {
        fn encode(&self, name: &str) -> Result<Encoding, LibraryError> {
            let name = CString::new(name).map_err(|_| LibraryError::NotFound)?;
            let mut attr = [0; ATTR_BYTES];
            let mut full: *mut c_char = ptr::null_mut();
            let mut argument = Argument {
                attr: &raw mut attr,
                fstr: &raw mut full,
                size: ARGUMENT_BYTES,
                idx: 0,
                cpu: -1,
                flags: 0,
                pad: 0,
            };
            // SAFETY: `encode` is the function of this name and type (checked by its symbol). The
            // name ends with a NUL and outlives the call; the argument has the size it states, and
            // its two pointers lead to memory of ours that is large enough and outlives the call.
            let answer = unsafe {
                (self.encode)(name.as_ptr(), BOTH_MODES, PERF_EVENT, (&raw mut argument).cast())
            };
            let full = taken(full);
            match answer {
                SUCCESS => {}
                NOT_FOUND => return Err(LibraryError::NotFound),
                code => return Err(LibraryError::Refused(self.reason(code))),
            }
            // The size it states is no field of the event.
            attr[4..8].fill(0);
            let mut encoding = taken_apart(&attr, full);
            let table = encoding.name.split("::").next().unwrap_or_default();
            encoding.is_present = self.present.iter().any(|present| present == table);
            if argument.cpu != -1 {
                encoding.rest.push("a CPU of its own");
            }
            if argument.flags != 0 {
                encoding.rest.push("flags for opening");
            }
            Ok(encoding)
        }

        fn reason(&self, code: c_int) -> String {
            // SAFETY: takes an integer and returns a string that is never freed, or null.
            let text = unsafe { (self.error)(code) };
            if text.is_null() {
                return format!("error {code}");
            }
            // SAFETY: not null, and a string that ends with a NUL.
            unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
        }
    }

    /// The string that the library allocated, freed.
    fn taken(text: *mut c_char) -> String {
        if text.is_null() {
            return String::new();
        }
        // SAFETY: the library made it with malloc, ending with a NUL, and gave it to its caller.
        let copy = unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned();
        // SAFETY: as above; nobody has it any more.
        unsafe { libc::free(text.cast()) };
        copy
    }

    fn load() -> Result<Library, LibraryError> {
        let open = |name: &CStr| {
            // SAFETY: the name ends with a NUL. Loading runs the library's initialisers, which for
            // libpfm4 are none.
            unsafe { libc::dlopen(name.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL) }
        };
        let mut handle = open(c"libpfm.so.4");
        if handle.is_null() {
            let why = loader_error();
            handle = open(c"libpfm.so");
            if handle.is_null() {
                return Err(LibraryError::Missing(why));
            }
        }
        let symbol = |name: &CStr| {
            // SAFETY: the handle is open for good, and the name ends with a NUL.
            let found = unsafe { libc::dlsym(handle, name.as_ptr()) };
            match found.is_null() {
                true => Err(LibraryError::Foreign(format!("it has no {}", name.to_string_lossy()))),
                false => Ok(found),
            }
        };
        let (initialize, encode) =
            (symbol(c"pfm_initialize")?, symbol(c"pfm_get_os_event_encoding")?);
        let (error, information) = (symbol(c"pfm_strerror")?, symbol(c"pfm_get_pmu_info")?);
        // SAFETY: the functions of these names have these types in perfmon/pfmlib.h of libpfm4, and
        // their addresses are valid as the library is never closed.
        let (initialize, information, mut library) = unsafe {
            let initialize = std::mem::transmute::<*mut c_void, Initialize>(initialize);
            let encode = std::mem::transmute::<*mut c_void, Encode>(encode);
            let error = std::mem::transmute::<*mut c_void, Error>(error);
            let information = std::mem::transmute::<*mut c_void, Information>(information);
            (initialize, information, Library { encode, error, present: Vec::new() })
        };
        match initialized(initialize) {
            SUCCESS => {
                library.present = present(information);
                Ok(library)
            }
            code => Err(LibraryError::Foreign(format!(
                "its initialisation failed: {}",
                library.reason(code)
            ))),
        }
    }

    /// The tables of the PMUs that the library finds here.
    fn present(information: Information) -> Vec<String> {
        let table = |pmu| {
            let mut info = PmuInfo {
                name: ptr::null(),
                desc: ptr::null(),
                size: INFO_BYTES,
                pmu: 0,
                kind: 0,
                counts: [0; 5],
                flags: 0,
            };
            // SAFETY: the function of this name and type; it checks the number, and fills a
            // structure of the size that it states and that outlives the call.
            let answer = unsafe { information(pmu, &raw mut info) };
            if answer != SUCCESS || info.flags & 1 == 0 || info.name.is_null() {
                return None;
            }
            // SAFETY: not null, and a string of the library's that ends with a NUL.
            Some(unsafe { CStr::from_ptr(info.name) }.to_string_lossy().into_owned())
        };
        (0..MOST_PMUS).filter_map(table).collect()
    }

    /// Tells the library to encode events of other CPUs than the one it finds: a hypervisor's CPU
    /// may have a number that it does not know.
    const INACTIVE: &str = "LIBPFM_ENCODE_INACTIVE";

    /// Initialises the library, which reads its options from the environment. That can be changed
    /// safely while there is one thread only; with others it stays as it is, and the library knows
    /// the events of the CPU it finds and no others. It is put back: programs that we start must
    /// not see it.
    fn initialized(initialize: Initialize) -> c_int {
        let before = std::env::var_os(INACTIVE);
        let is_alone = std::fs::read_dir("/proc/self/task").is_ok_and(|all| all.count() == 1);
        let is_changed = is_alone && before.is_none();
        if is_changed {
            // SAFETY: there is no other thread that could read or write the environment, and while
            // this one is here none is started.
            unsafe { std::env::set_var(INACTIVE, "1") };
        }
        // SAFETY: it takes nothing, and is called once.
        let answer = unsafe { initialize() };
        if is_changed {
            // SAFETY: as above; the library starts no threads.
            unsafe { std::env::remove_var(INACTIVE) };
        }
        answer
    }

    fn loader_error() -> String {
        // SAFETY: returns a string that lives until the next call of the loader, or null.
        let text = unsafe { libc::dlerror() };
        if text.is_null() {
            return "the loader does not say why".to_owned();
        }
        // SAFETY: not null, and a string that ends with a NUL.
        unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
    }
}
