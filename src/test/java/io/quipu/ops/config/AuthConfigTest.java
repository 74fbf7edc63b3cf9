package io.quipu.ops.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quipu.ops.config.AuthConfig.Method;
import io.quipu.service.auth.ApiKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuthConfigTest {
  private static final String KEY = "qk_first_0123456789abcdefghijklmnopqrstuvwxyz";

  @TempDir private Path folder;

  private static AuthConfig read(String... namesAndValues) {
    Map<String, String> environment = new HashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      environment.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    return Config.from(environment).auth();
  }

  @Test
  void whereOthersCanReachIt_noneIsSaidTwice() {
    assertThatThrownBy(() -> read("QUIPU_AUTH", "none"))
        .isInstanceOf(InvalidConfiguration.class)
        .hasMessageStartingWith("QUIPU_AUTH=none: ")
        .hasMessageContaining("0.0.0.0")
        .hasMessageContaining("QUIPU_OPEN_TO_ANYONE=true");
    assertThatThrownBy(() -> read("QUIPU_OPEN_TO_ANYONE", "true"))
        .isInstanceOf(InvalidConfiguration.class)
        .hasMessageStartingWith("QUIPU_AUTH must be set");
    assertThat(read("QUIPU_AUTH", "none", "QUIPU_OPEN_TO_ANYONE", "true"))
        .isEqualTo(AuthConfig.NONE);
    assertThat(read("QUIPU_AUTH", "none", "QUIPU_HTTP_HOST", "127.0.0.1"))
        .isEqualTo(AuthConfig.NONE);
    assertThat(read("QUIPU_AUTH", "none", "QUIPU_DEV", "true")).isEqualTo(AuthConfig.NONE);
  }

  @Test
  void keysNeedNothingElse() {
    assertThat(read("QUIPU_AUTH", "keys")).isEqualTo(new AuthConfig(Method.KEYS, null, 0));
    assertThat(read("QUIPU_AUTH", "Keys", "QUIPU_RATE", "100").rate()).isEqualTo(100);
  }

  @Test
  void theFirstKeyComesFromItsFile_andOnlyItsHashIsKept() throws IOException {
    Path file = Files.writeString(folder.resolve("key"), KEY + "\n");
    AuthConfig config = read("QUIPU_AUTH", "keys", "QUIPU_BOOTSTRAP_KEY_FILE", file.toString());
    assertThat(config.bootstrap()).isEqualTo(ApiKey.parse(KEY).orElseThrow().credential());
    assertThat(config.toString()).doesNotContain("0123456789abcdef");
  }

  @Test
  void aFileWithoutAKeyStopsTheStart_andIsNotShown() throws IOException {
    Path file = Files.writeString(folder.resolve("key"), "qk_first_tooshort\n");
    for (String name : new String[] {file.toString(), folder.resolve("none").toString()}) {
      assertThatThrownBy(() -> read("QUIPU_AUTH", "keys", "QUIPU_BOOTSTRAP_KEY_FILE", name))
          .isInstanceOf(InvalidConfiguration.class)
          .hasMessageStartingWith("QUIPU_BOOTSTRAP_KEY_FILE: ")
          .message()
          .doesNotContain("tooshort");
    }
  }
}
