package io.quipu.testing.sim;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import io.quipu.testing.sim.core.World;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.slf4j.LoggerFactory;

/**
 * The log of simulations: what the service would log as a defect, such as an invariant that does
 * not hold, is a mishap of the run on whose thread it happens. All else is dropped, as leases lapse
 * all the time.
 */
public final class DefectLog implements BeforeAllCallback, AfterAllCallback {
  private static final ThreadLocal<World> CURRENT = new ThreadLocal<>();

  private final Logger logger = (Logger) LoggerFactory.getLogger("io.quipu");
  private final Mishaps mishaps = new Mishaps();
  private Level before;

  /** From now on, the defects on this thread are those of {@code world}. */
  public static void watch(World world) {
    CURRENT.set(world);
  }

  /** Defects on this thread are nobody's any more. */
  public static void unwatch() {
    CURRENT.remove();
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    install();
  }

  void install() {
    before = logger.getLevel();
    logger.setLevel(Level.ERROR);
    logger.setAdditive(false);
    mishaps.start();
    logger.addAppender(mishaps);
  }

  @Override
  public void afterAll(ExtensionContext context) {
    logger.detachAppender(mishaps);
    logger.setAdditive(true);
    logger.setLevel(before);
  }

  private static final class Mishaps extends AppenderBase<ILoggingEvent> {
    @Override
    protected void append(ILoggingEvent event) {
      World world = CURRENT.get();
      if (world != null) {
        String cause =
            event.getThrowableProxy() == null ? "" : ": " + event.getThrowableProxy().getMessage();
        world.mishap(event.getFormattedMessage() + cause);
      }
    }
  }
}
