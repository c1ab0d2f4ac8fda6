//! The machines that are emulated.

/// An emulated machine, called as Debian calls its architecture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Machine {
    /// 64-bit Arm, with a CPU that counts.
    Arm64,
    /// x86-64; its emulated CPU counts nothing.
    Amd64,
}

impl Machine {
    /// The machine of that name.
    pub fn parse(name: &str) -> Option<Self> {
        [Self::Arm64, Self::Amd64].into_iter().find(|machine| machine.name() == name)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Arm64 => "arm64",
            Self::Amd64 => "amd64",
        }
    }

    /// The program that emulates it.
    pub(super) fn emulator(self) -> &'static str {
        match self {
            Self::Arm64 => "qemu-system-aarch64",
            Self::Amd64 => "qemu-system-x86_64",
        }
    }

    /// Board and CPU. Pointer authentication as the emulator likes it: the architecture's own
    /// cipher takes most of the time.
    pub(super) fn hardware(self) -> [&'static str; 4] {
        match self {
            Self::Arm64 => ["-machine", "virt,gic-version=3", "-cpu", "max,pauth-impdef=on"],
            Self::Amd64 => ["-machine", "q35", "-cpu", "max"],
        }
    }

    /// The kernel's console.
    pub(super) fn console(self) -> &'static str {
        match self {
            Self::Arm64 => "ttyAMA0",
            Self::Amd64 => "ttyS0",
        }
    }

    /// How many binary digits of nanoseconds an instruction takes, unless it is asked for: `None`
    /// lets instructions take whatever time they take.
    pub(super) fn pace(self) -> Option<u8> {
        match self {
            // Without it the CPU counts no instructions, and the host's time as its cycles.
            Self::Arm64 => Some(0),
            Self::Amd64 => None,
        }
    }

    /// What Rust calls it, linked statically.
    pub(super) fn target(self) -> &'static str {
        match self {
            Self::Arm64 => "aarch64-unknown-linux-musl",
            Self::Amd64 => "x86_64-unknown-linux-musl",
        }
    }

    /// A compiler for it, which also links for Rust.
    pub(super) fn compiler(self) -> &'static str {
        match self {
            Self::Arm64 => "aarch64-linux-gnu-gcc",
            Self::Amd64 => "x86_64-linux-gnu-gcc",
        }
    }

    /// What tests must not skip in it, as `PROBITY_REQUIRE` has it; its page in `beds/` says so.
    pub(super) fn required(self) -> &'static str {
        match self {
            Self::Arm64 => "accounting,bed,counters,pmu,root,user-access,user-counters",
            Self::Amd64 => "accounting,bed,counters,root,user-counters",
        }
    }

    /// Programs that are needed here to make it and run it, and Debian's packages that have them.
    pub(super) fn tools(self) -> [(&'static str, &'static str); 2] {
        match self {
            Self::Arm64 => [
                (self.emulator(), "qemu-system-arm ipxe-qemu"),
                (self.compiler(), "gcc-aarch64-linux-gnu libc6-dev-arm64-cross"),
            ],
            Self::Amd64 => [
                (self.emulator(), "qemu-system-x86 seabios ipxe-qemu"),
                (self.compiler(), "gcc libc6-dev"),
            ],
        }
    }
}
