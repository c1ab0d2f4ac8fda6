//! What is timed.

use super::events::{self, Chosen};
use super::reasons;
use super::sampling::{SAMPLES, Sampled, Take, Taken};
use crate::root::Root;
use probity_model::{Absence, Cause, Costs};
use probity_sys::counter::Group;
use probity_sys::kernel::Kernel;
use std::hint::black_box;
use std::io;

/// Measures what looking costs: with the calls of `kernel`, and the settings below `root` as
/// reasons for what cannot be had. It allocates before it times and not while it does.
pub fn costs<K: Kernel>(root: &Root, kernel: &K) -> Costs {
    let hardware = events::hardware(kernel);
    let user = user_read(root, kernel, &hardware);
    let chosen = match &hardware {
        Ok(chosen) => Ok(chosen.clone()),
        Err(_) => events::software(kernel).map_err(|error| reasons::refused(root, &error)),
    };
    let counters = Counters { root, kernel, chosen };
    let mut all = [
        Sampled::new("getpid".into(), system_call(kernel)),
        Sampled::new(
            "the monotonic clock (CLOCK_MONOTONIC on Linux)".into(),
            Ok(clock_read(kernel)),
        ),
        Sampled::new(
            "the smallest difference of two reads in a row".into(),
            Ok(clock_step(kernel)),
        ),
        Sampled::new("the time-stamp counter (rdtsc)".into(), cycle_counter_read(kernel)),
        counters.sampled(Step::Switch, |_| 1),
        counters.sampled(Step::Switch, Chosen::len),
        counters.sampled(Step::Read, |_| 1),
        counters.sampled(Step::Read, Chosen::len),
        user,
    ];
    for _ in 0..SAMPLES {
        all.iter_mut().for_each(Sampled::sample);
    }
    let [system, clock, step, cycles, one_switch, all_switch, one_read, all_read, user] =
        all.map(Sampled::cost);
    Costs {
        system_call: system,
        clock_read: clock,
        clock_step: step,
        cycle_counter_read: cycles,
        counter_switch: one_switch,
        group_switch: all_switch,
        counter_read: one_read,
        group_read: all_read,
        user_read: user,
    }
}

/// Times `call`, so many times in a row.
fn timed<K: Kernel, E>(
    kernel: &K,
    times: u64,
    mut call: impl FnMut() -> Result<(), E>,
) -> Result<Taken, E> {
    let start = kernel.monotonic_ns();
    for _ in 0..times {
        call()?;
    }
    let elapsed_ns = kernel.monotonic_ns().saturating_sub(start);
    let value_ns = (elapsed_ns > 0).then(|| elapsed_ns as f64 / times as f64);
    Ok(Taken { elapsed_ns, value_ns })
}

fn system_call<K: Kernel>(kernel: &K) -> Result<Take<'_>, Absence> {
    let absent = |error: io::Error| {
        let cause = if cfg!(target_os = "linux") { Cause::NotImplemented } else { Cause::WrongOs };
        Absence::new(cause, format!("no system call is made here: {error}"))
    };
    kernel.system_call().map_err(absent)?;
    Ok(Box::new(move |times| timed(kernel, times, || kernel.system_call()).map_err(absent)))
}

fn clock_read<K: Kernel>(kernel: &K) -> Take<'_> {
    Box::new(move |times| {
        timed(kernel, times, || {
            black_box(kernel.monotonic_ns());
            Ok(())
        })
    })
}

fn clock_step<K: Kernel>(kernel: &K) -> Take<'_> {
    Box::new(move |times| {
        let start = kernel.monotonic_ns();
        let (mut last, mut smallest) = (start, None);
        for _ in 0..times {
            let now = kernel.monotonic_ns();
            let step = now.checked_sub(last).filter(|&step| step > 0);
            smallest =
                step.map(|step| smallest.map_or(step, |least: u64| least.min(step))).or(smallest);
            last = now;
        }
        let elapsed_ns = last.saturating_sub(start);
        Ok(Taken { elapsed_ns, value_ns: smallest.map(|step| step as f64) })
    })
}

fn cycle_counter_read<K: Kernel>(kernel: &K) -> Result<Take<'_>, Absence> {
    if kernel.cycles().is_none() {
        return Err(Absence::new(
            Cause::NotImplemented,
            "no cycle counter is read on this architecture",
        ));
    }
    Ok(Box::new(move |times| {
        timed(kernel, times, || {
            black_box(kernel.cycles());
            Ok(())
        })
    }))
}

/// Counters of the calling thread that can be had here.
struct Counters<'k, K> {
    root: &'k Root,
    kernel: &'k K,
    chosen: Result<Chosen, Absence>,
}

/// What is done with a group.
#[derive(Clone, Copy)]
enum Step {
    Switch,
    Read,
}

impl Step {
    fn name(self) -> &'static str {
        match self {
            Self::Switch => "enable and disable",
            Self::Read => "read(2)",
        }
    }

    /// So many times, with room for the group's values. Before and after it the group is off:
    /// others have the hardware while they are measured.
    fn take<K: Kernel>(
        self,
        kernel: &K,
        group: &mut dyn Group,
        values: &mut [u64],
        times: u64,
    ) -> io::Result<Taken> {
        match self {
            Self::Switch => timed(kernel, times, || {
                group.enable()?;
                group.disable()
            }),
            Self::Read => {
                // It counts while it is read, as it does at the edges of a window.
                group.enable()?;
                let taken = timed(kernel, times, || group.read(values).map(drop));
                group.disable()?;
                taken
            }
        }
    }
}

impl<'k, K: Kernel> Counters<'k, K> {
    fn sampled(&self, step: Step, members: fn(&Chosen) -> usize) -> Sampled<'k> {
        let chosen = match &self.chosen {
            Ok(chosen) => chosen,
            Err(absence) => return Sampled::absent(absence.clone()),
        };
        let members = members(chosen);
        let kernel = self.kernel;
        let take = chosen.open(kernel, members).map(|mut group| -> Take<'k> {
            let mut values = vec![0; members];
            Box::new(move |times| {
                let taken = step.take(kernel, group.as_mut(), &mut values, times);
                taken.map_err(|error| reasons::lost(&error))
            })
        });
        let take = take.map_err(|error| reasons::refused(self.root, &error));
        Sampled::new(format!("{}: {}", step.name(), chosen.described(members)), take)
    }
}

/// Reads the register of the first event of the CPU that can be counted.
fn user_read<'k, K: Kernel>(
    root: &'k Root,
    kernel: &'k K,
    hardware: &io::Result<Chosen>,
) -> Sampled<'k> {
    let chosen = match hardware {
        Ok(chosen) => chosen,
        Err(error) => return Sampled::absent(reasons::refused(root, error)),
    };
    let take = chosen.open(kernel, 1).map(|group| -> Take<'k> {
        Box::new(move |times| {
            group.enable().map_err(|error| reasons::lost(&error))?;
            let taken = timed(kernel, times, || match group.read_here(0) {
                Ok(count) => {
                    black_box(count);
                    Ok(())
                }
                Err(why) => Err(reasons::not_here(root, why)),
            });
            group.disable().map_err(|error| reasons::lost(&error))?;
            taken
        })
    });
    let take = take.map_err(|error| reasons::refused(root, &error));
    Sampled::new(format!("its register: {}", chosen.described(1)), take)
}
