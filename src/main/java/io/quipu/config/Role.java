package io.quipu.config;

import java.util.Locale;

/** A part of the service that a process may run. */
public enum Role {
  HTTP,
  INGEST,
  QUERY,
  CHECKPOINT,
  LIVE;

  /** As the contract spells it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
