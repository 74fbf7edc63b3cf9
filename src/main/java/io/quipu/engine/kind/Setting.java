package io.quipu.engine.kind;

import io.quipu.engine.names.Keep;
import org.jspecify.annotations.Nullable;

/**
 * A setting of the namespaces of one kind or several kinds.
 *
 * @param name the name of the JSON member in the contract
 * @param shape its JSON value
 * @param isFixed whether the setting cannot change after the namespace was created
 * @param usual the value of a namespace that was given none; null if it then has none
 */
public record Setting(String name, Shape shape, boolean isFixed, @Nullable String usual) {
  /** The form of the JSON value of a setting. */
  public enum Shape {
    /** A string. */
    TEXT,

    /** An integer, stored as its digits. */
    INTEGER,

    /** An object of lengths of time by granularity, stored as {@link Keep} does. */
    LENGTHS,

    /** An array of strings, stored as {@link io.quipu.engine.names.Breakdowns} does. */
    LIST,

    /** An array of names of counters, stored as {@link CountMetrics} does. */
    NAMES,

    /** An array of origins of web pages, stored as {@link PageViews} does. */
    ORIGINS,

    /** An array of arrays of strings, stored as {@link io.quipu.engine.names.Breakdowns} does. */
    LISTS,

    /** An object of texts by day, stored as {@link Notes} does. */
    NOTES
  }

  /** The ending of the key of what is kept beside a setting. Callers cannot set it. */
  private static final String OF_CHANGE = ".change";

  /** Tells whether a key of the stored settings belongs to this setting. */
  boolean has(String key) {
    return key.equals(name) || key.equals(name + OF_CHANGE);
  }

  /** A setting without a usual value. */
  public Setting(String name, Shape shape, boolean isFixed) {
    this(name, shape, isFixed, null);
  }
}
