package io.quipu.engine.kind;

import io.quipu.engine.names.Breakdowns;

/** The settings of kinds whose counters may be broken down by labels. */
public final class BreakdownSettings {
  /** The labels that events may have. */
  public static final Setting LABELS =
      new Setting(Breakdowns.LABELS, Setting.Shape.LIST, false, "");

  /** The sets of labels by which counters are broken down. */
  public static final Setting BREAKDOWNS =
      new Setting(Breakdowns.BREAKDOWNS, Setting.Shape.LISTS, false, "");

  private BreakdownSettings() {}
}
