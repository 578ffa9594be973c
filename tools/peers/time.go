package main

import (
	"log"
	"syscall"
	"time"
)

// least is how long a round lasts at least, so that the clocks' steps do not matter.
const least = 300 * time.Microsecond

// time is the nanoseconds that a pass over all pairs takes, an object: the smaller of wall time (others may run) and
// processor time (of other threads, too).
func (k *kind) time(work func(pair) bool) float64 {
	for passes := 1; ; passes *= 2 {
		used, started := processor(), time.Now()
		for range passes {
			for _, p := range k.pairs {
				if !work(p) {
					log.Fatal("it stopped early")
				}
			}
		}
		wall := time.Since(started)
		spent := min(wall, processor()-used+time.Microsecond)
		if spent >= least {
			return float64(spent.Nanoseconds()) / float64(passes*len(k.pairs))
		}
	}
}

func processor() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		log.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
