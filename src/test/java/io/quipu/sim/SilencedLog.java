package io.quipu.sim;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.slf4j.LoggerFactory;

/** Keeps the log out of simulations, in which leases lapse all the time. */
public final class SilencedLog implements BeforeAllCallback, AfterAllCallback {
  private final Logger logger = (Logger) LoggerFactory.getLogger("io.quipu");
  private Level before;

  @Override
  public void beforeAll(ExtensionContext context) {
    before = logger.getLevel();
    logger.setLevel(Level.OFF);
  }

  @Override
  public void afterAll(ExtensionContext context) {
    logger.setLevel(before);
  }
}
