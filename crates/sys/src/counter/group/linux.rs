//! Groups on Linux.

use super::mapping::Mapping;
use super::{Group, Members, NotNow, Times, page};
use crate::counter::attributes::{Attributes, Raw};
use crate::counter::descriptor::{self, ANY_CPU, CALLER, Switch};
use crate::counter::{Count, Event, Refusal};
use std::fs::File;
use std::io::{self, Read};
use std::os::fd::AsRawFd;

/// What the kernel answers a group read with before the values: their number, and the two times.
const HEAD: usize = 3;

struct Live {
    /// The leader first; never empty.
    members: Vec<Member>,
    /// Room for an answer.
    answer: Vec<u8>,
}

struct Member {
    file: File,
    /// Its page, or the errno of why there is none.
    mapping: Result<Mapping, i32>,
}

/// Opens the group, see [`crate::kernel::Kernel::open_group`].
pub(crate) fn open(wanted: &Members<'_>) -> io::Result<Box<dyn Group>> {
    let mut members: Vec<Member> = Vec::with_capacity(wanted.events.len());
    for &event in wanted.events {
        let leader = members.first().map(|leader| leader.file.as_raw_fd());
        let attributes = Attributes {
            event,
            disabled: leader.is_none(),
            enable_on_exec: false,
            inherit: false,
            exclude_user: false,
            exclude_kernel: wanted.exclude_kernel,
            exclude_hypervisor: wanted.exclude_hypervisor,
            exclude_guest: false,
        };
        let file = attempt(&attributes, leader)?;
        let mapping = Mapping::new(&file).map_err(|error| error.raw_os_error().unwrap_or_default());
        members.push(Member { file, mapping });
    }
    if members.is_empty() {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    let answer = vec![0; (HEAD + members.len()) * size_of::<u64>()];
    Ok(Box::new(Live { members, answer }))
}

/// What is asked for in `config1`, from the most to nothing, so that user mode may read the event:
/// on arm64 bit 1 asks for that, and bit 0 for a counter of 64 bits, which old PMUs have not
/// (arch/arm64/kernel/perf_event.c, later drivers/perf/arm_pmuv3.c; Linux 5.17). Elsewhere nothing
/// has to be asked for.
fn wishes(event: Event) -> &'static [u64] {
    match event {
        Event::Hardware(_) if cfg!(target_arch = "aarch64") => &[0b11, 0b10, 0],
        _ => &[0],
    }
}

/// Opens one member. What the kernel refuses because of a wish is asked for without it.
fn attempt(attributes: &Attributes, leader: Option<i32>) -> io::Result<File> {
    let mut refused = io::ErrorKind::InvalidInput.into();
    for &wish in wishes(attributes.event) {
        let raw: Raw = attributes.raw().grouped(wish);
        match descriptor::open(&raw, CALLER, ANY_CPU, leader) {
            Ok(opened) => return Ok(opened),
            Err(error) => refused = error,
        }
        if !matches!(Refusal::of(&refused), Refusal::Invalid | Refusal::NotOffered) {
            break;
        }
    }
    Err(refused)
}

impl Live {
    fn leader(&self) -> io::Result<&File> {
        let leader = self.members.first().map(|leader| &leader.file);
        leader.ok_or_else(|| io::ErrorKind::InvalidInput.into())
    }
}

impl Group for Live {
    fn enable(&self) -> io::Result<()> {
        descriptor::switch(self.leader()?, Switch::Enable)
    }

    fn disable(&self) -> io::Result<()> {
        descriptor::switch(self.leader()?, Switch::Disable)
    }

    fn read(&mut self, values: &mut [u64]) -> io::Result<Times> {
        if values.len() != self.members.len() {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        let leader = self.members.first().map(|leader| &leader.file);
        let mut leader = leader.ok_or(io::ErrorKind::InvalidInput)?;
        // The kernel gives all of it or nothing (perf_read_group in kernel/events/core.c).
        if leader.read(&mut self.answer)? != self.answer.len() {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let (words, _) = self.answer.as_chunks::<8>();
        let mut words = words.iter().map(|word| u64::from_ne_bytes(*word));
        let mut next = || words.next().unwrap_or_default();
        if next() != values.len() as u64 {
            return Err(io::ErrorKind::InvalidData.into());
        }
        let times = Times { enabled_ns: next(), running_ns: next() };
        values.fill_with(next);
        Ok(times)
    }

    #[inline]
    fn read_here(&self, member: usize) -> Result<Count, NotNow> {
        let member = self.members.get(member).ok_or(NotNow::NoMember)?;
        let mapping = member.mapping.as_ref().map_err(|errno| NotNow::Unmapped(*errno))?;
        page::read(mapping)
    }
}
