package io.quipu.testing.sim.fault;

import io.quipu.testing.sim.Protocol;

/** Faults of those who send events. */
final class ClientFaults {
  private ClientFaults() {}

  static final class AnotherIdEachTime extends Protocol {
    @Override
    protected String idOfAttempt(String id, int attempt) {
      return id + "#" + attempt;
    }
  }

  static final class DoubtIsARefusal extends Protocol {
    @Override
    protected boolean isInDoubt(boolean unknown) {
      return false;
    }
  }

  static final class RunNamedAnew extends Protocol {
    @Override
    protected String importRun(String run, int time) {
      return run + time;
    }
  }
}
