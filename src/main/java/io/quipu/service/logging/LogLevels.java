package io.quipu.service.logging;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import io.quipu.engine.model.InvalidInput;
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
 * Gives loggers another level than the configuration does, for a while: afterwards they have their
 * old one again, so that nothing that was switched on is forgotten. Confined to the context of its
 * scheduler.
 */
public final class LogLevels {
  /** Most loggers at a time. */
  public static final int MOST = 16;

  /** The longest time. */
  public static final Duration LONGEST = Duration.ofHours(1);

  private static final org.slf4j.Logger log = org.slf4j.LoggerFactory.getLogger(LogLevels.class);
  private static final List<String> ROOTS =
      List.of("io.quipu", "com.datastax.oss.driver", "io.vertx", "io.netty");

  private final LoggerContext loggers;
  private final Clock clock;
  private final Scheduler scheduler;
  private final Map<String, Standing> standing = new HashMap<>();

  /**
   * A level that a logger has for now.
   *
   * @param until when it has its old one again
   */
  public record Change(String logger, LogLevel level, Instant until) {}

  /**
   * @param before the level of its own that the logger had
   */
  private record Standing(Change change, @Nullable Level before, Scheduler.Cancellable end) {}

  public LogLevels(LoggerContext loggers, Clock clock, Scheduler scheduler) {
    this.loggers = loggers;
    this.clock = clock;
    this.scheduler = scheduler;
  }

  /**
   * Changes the level of a logger, and of all below it that have none of their own. A change of the
   * same logger that stands is replaced.
   *
   * @param time at most {@link #LONGEST}
   * @throws InvalidInput if there is no such logger, it is not one that may be changed, the time is
   *     too long, or too many others are changed
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

  /** It has to be there: one that is made stays in memory for ever. */
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

  /** Gives a logger its old level again, if it has another one for now. */
  public void restore(String logger) {
    Standing over = standing.remove(logger);
    if (over != null) {
      over.end().cancel();
      loggers.getLogger(logger).setLevel(over.before());
      log.info("The level of {} is the old one again", logger);
    }
  }

  /** Gives all loggers their old levels again. */
  public void restoreAll() {
    List.copyOf(standing.keySet()).forEach(this::restore);
  }

  /** Returns the changes that stand, by name. */
  public List<Change> changes() {
    return standing.values().stream()
        .map(Standing::change)
        .sorted(Comparator.comparing(Change::logger))
        .toList();
  }
}
