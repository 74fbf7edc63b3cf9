package io.quipu.service.logging;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.time.Clock;
import io.quipu.engine.time.Scheduler;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Changes the levels of loggers for a limited time. After that time a logger gets its old level
 * back, so that no operator has to remember to restore the level. Confined to the context of the
 * scheduler.
 */
public final class LogLevels {
  /** The maximum number of loggers with a changed level at a time. */
  public static final int MOST = 16;

  /** The longest time of a change. */
  public static final Duration LONGEST = Duration.ofHours(1);

  private static final org.slf4j.Logger log = org.slf4j.LoggerFactory.getLogger(LogLevels.class);
  private static final List<String> ROOTS =
      List.of("io.quipu", "com.datastax.oss.driver", "io.vertx", "io.netty");

  private final LoggerContext loggers;
  private final Clock clock;
  private final Scheduler scheduler;
  private final Map<String, Standing> standing = new HashMap<>();

  /**
   * A temporary level of a logger.
   *
   * @param until the time at which the logger gets its old level again
   */
  public record Change(String logger, LogLevel level, Instant until) {}

  /**
   * @param before the level of the logger before the first of consecutive changes; null if the
   *     logger had no level of its own
   */
  private record Standing(Change change, @Nullable Level before, Scheduler.Cancellable end) {}

  public LogLevels(LoggerContext loggers, Clock clock, Scheduler scheduler) {
    this.loggers = loggers;
    this.clock = clock;
    this.scheduler = scheduler;
  }

  /**
   * Changes the level of a logger, and so of all loggers below that inherit this level. Replaces an
   * active change of the same logger.
   *
   * @param time at most {@link #LONGEST}
   * @throws InvalidInput if the logger does not exist or may not be changed, the time is 0 or too
   *     long, or too many other loggers are changed
   */
  public Change change(String logger, LogLevel level, Duration time) {
    Logger found = existing(logger);
    if (time.isZero() || time.compareTo(LONGEST) > 0) {
      throw new InvalidInput("for", "for must be a length of time up to 1h, such as 10m");
    }
    if (!standing.containsKey(logger) && standing.size() == MOST) {
      throw new InvalidInput(
          "logger", "at most " + MOST + " loggers may be changed at a time; DELETE some first");
    }
    Standing earlier = standing.remove(logger);
    if (earlier != null) {
      earlier.end().cancel();
    }
    Change change = new Change(logger, level, clock.wall().instant().plus(time));
    standing.put(
        logger,
        new Standing(
            change,
            earlier == null ? found.getLevel() : earlier.before(),
            scheduler.after(time, () -> restore(logger))));
    found.setLevel(Level.valueOf(level.name()));
    log.info("The level of {} is {} until {}", logger, level, change.until());
    return change;
  }

  /** Finds an existing logger. Makes no logger, because a new logger stays in memory forever. */
  private Logger existing(String name) {
    boolean ours =
        ROOTS.stream().anyMatch(root -> name.equals(root) || name.startsWith(root + "."));
    Logger found = ours ? loggers.exists(name) : null;
    if (found == null) {
      throw new InvalidInput(
          "logger",
          "logger must be one that is in use, at or below one of " + String.join(", ", ROOTS));
    }
    return found;
  }

  /** Gives a logger its old level again. Has no effect if the level is not changed now. */
  public void restore(String logger) {
    Standing over = standing.remove(logger);
    if (over != null) {
      over.end().cancel();
      loggers.getLogger(logger).setLevel(over.before());
      log.info("The level of {} is the old one again", logger);
    }
  }

  /** Gives all changed loggers their old levels again. */
  public void restoreAll() {
    List.copyOf(standing.keySet()).forEach(this::restore);
  }

  /** Returns the active changes, in order of the names of loggers. */
  public List<Change> changes() {
    return standing.values().stream()
        .map(Standing::change)
        .sorted(Comparator.comparing(Change::logger))
        .toList();
  }
}
