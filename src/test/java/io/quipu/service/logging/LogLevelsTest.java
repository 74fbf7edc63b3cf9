package io.quipu.service.logging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import io.quipu.engine.input.InvalidInput;
import io.quipu.engine.time.HandDrivenTime;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LogLevelsTest {
  private static final String WRITER = "io.quipu.writer";
  private static final Duration TEN_MINUTES = Duration.ofMinutes(10);

  private final LoggerContext loggers = new LoggerContext();
  private final HandDrivenTime time = new HandDrivenTime();
  private final LogLevels levels = new LogLevels(loggers, time, time);

  @BeforeEach
  void someLoggersAreInUse() {
    loggers.getLogger("ROOT").setLevel(Level.INFO);
    loggers.getLogger(WRITER + ".Joining");
    loggers.getLogger("io.netty").setLevel(Level.WARN);
    loggers.getLogger("org.example.Library");
  }

  @Test
  void aLevelHoldsForAWhile_alsoBelow() {
    levels.change(WRITER, LogLevel.DEBUG, TEN_MINUTES);
    assertThat(loggers.getLogger(WRITER + ".Joining").isDebugEnabled()).isTrue();
    assertThat(levels.changes())
        .containsExactly(
            new LogLevels.Change(WRITER, LogLevel.DEBUG, time.wall().instant().plus(TEN_MINUTES)));

    time.pass(TEN_MINUTES);

    assertThat(loggers.getLogger(WRITER + ".Joining").isDebugEnabled()).isFalse();
    assertThat(loggers.getLogger(WRITER).getLevel()).isNull();
    assertThat(levels.changes()).isEmpty();
  }

  @Test
  void aSecondChangeReplacesTheFirst_andTheOldLevelComesBack() {
    levels.change("io.netty", LogLevel.DEBUG, TEN_MINUTES);
    time.pass(Duration.ofMinutes(9));
    levels.change("io.netty", LogLevel.ERROR, TEN_MINUTES);
    time.pass(Duration.ofMinutes(9));
    assertThat(loggers.getLogger("io.netty").getLevel()).isEqualTo(Level.ERROR);
    time.pass(Duration.ofMinutes(1));
    assertThat(loggers.getLogger("io.netty").getLevel()).isEqualTo(Level.WARN);
  }

  @Test
  void isTakenBackBeforeItsTime() {
    levels.change("io.netty", LogLevel.DEBUG, TEN_MINUTES);
    levels.restore("io.netty");
    levels.restore("io.quipu");
    assertThat(loggers.getLogger("io.netty").getLevel()).isEqualTo(Level.WARN);
    levels.change("io.netty", LogLevel.INFO, LogLevels.LONGEST);
    levels.restoreAll();
    assertThat(loggers.getLogger("io.netty").getLevel()).isEqualTo(Level.WARN);
    time.pass(LogLevels.LONGEST);
    assertThat(loggers.getLogger("io.netty").getLevel()).isEqualTo(Level.WARN);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ROOT",
        "",
        "org.example",
        "org.example.Library",
        "io.quipu.none",
        "io.quipuwriter"
      })
  void noOtherLoggerIsChanged_andNoneIsMade(String name) {
    int before = loggers.getLoggerList().size();
    assertThatThrownBy(() -> levels.change(name, LogLevel.DEBUG, TEN_MINUTES))
        .isInstanceOf(InvalidInput.class)
        .hasMessageStartingWith("logger must be one that is in use");
    assertThat(loggers.getLoggerList()).hasSize(before);
  }

  @Test
  void neitherTooManyNorForTooLong() {
    assertThatThrownBy(
            () -> levels.change(WRITER, LogLevel.DEBUG, LogLevels.LONGEST.plusSeconds(1)))
        .hasMessageStartingWith("for must be");
    assertThatThrownBy(() -> levels.change(WRITER, LogLevel.DEBUG, Duration.ZERO))
        .hasMessageStartingWith("for must be");
    for (int i = 0; i < LogLevels.MOST; i++) {
      loggers.getLogger("io.vertx.Part" + i);
      levels.change("io.vertx.Part" + i, LogLevel.DEBUG, TEN_MINUTES);
    }
    assertThatThrownBy(() -> levels.change(WRITER, LogLevel.DEBUG, TEN_MINUTES))
        .hasMessageStartingWith("at most 16 loggers");
    levels.change("io.vertx.Part3", LogLevel.INFO, TEN_MINUTES);
    assertThat(levels.changes()).hasSize(LogLevels.MOST);
  }
}
