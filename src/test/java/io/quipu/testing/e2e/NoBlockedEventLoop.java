package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/** Fails a test class during which an event loop was blocked. */
final class NoBlockedEventLoop implements BeforeAllCallback, AfterAllCallback {
  private static final Namespace NAMESPACE = Namespace.create(NoBlockedEventLoop.class);

  @Override
  public void beforeAll(ExtensionContext context) {
    context.getStore(NAMESPACE).put(BlockedEventLoops.class, new BlockedEventLoops());
  }

  @Override
  public void afterAll(ExtensionContext context) {
    try (BlockedEventLoops blocked =
        context.getStore(NAMESPACE).remove(BlockedEventLoops.class, BlockedEventLoops.class)) {
      assertThat(blocked.seen()).as("event loops that were blocked").isEmpty();
    }
  }
}
