package io.quipu.ops.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quipu.ops.config.AuthConfig.Method;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class AuthConfigTest {
  private static AuthConfig read(String... settings) {
    return TestEnvironment.config(settings).auth();
  }

  @Test
  void whereOthersCanReachIt_noneIsSaidTwice() {
    assertThatThrownBy(() -> read("QUIPU_AUTH=none"))
        .isInstanceOf(InvalidConfiguration.class)
        .hasMessageStartingWith("QUIPU_AUTH=none: ")
        .hasMessageContaining("0.0.0.0")
        .hasMessageContaining("QUIPU_OPEN_TO_ANYONE=true");
    assertThatThrownBy(() -> read("QUIPU_OPEN_TO_ANYONE=true"))
        .isInstanceOf(InvalidConfiguration.class)
        .hasMessageStartingWith("QUIPU_AUTH must be set");
    assertThat(read("QUIPU_AUTH=none", "QUIPU_OPEN_TO_ANYONE=true")).isEqualTo(AuthConfig.NONE);
    assertThat(read("QUIPU_AUTH=none", "QUIPU_HTTP_HOST=127.0.0.1")).isEqualTo(AuthConfig.NONE);
    assertThat(read("QUIPU_AUTH=none", "QUIPU_DEV=true")).isEqualTo(AuthConfig.NONE);
  }

  @Test
  void keysNeedNothingElse() {
    assertThat(read("QUIPU_AUTH=keys")).isEqualTo(new AuthConfig(Method.KEYS, null, 0, null));
    assertThat(read("QUIPU_AUTH=Keys", "QUIPU_RATE=100").rate()).isEqualTo(100);
  }

  @Test
  void theFirstKeyIsInAFile() {
    assertThat(read("QUIPU_AUTH=keys", "QUIPU_BOOTSTRAP_KEY_FILE=/key").bootstrap())
        .isEqualTo(Path.of("/key"));
  }
}
