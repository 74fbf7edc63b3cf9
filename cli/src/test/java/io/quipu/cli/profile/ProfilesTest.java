package io.quipu.cli.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProfilesTest {
  private static final Profile PROD = new Profile("https://quipu.example", "qk_a_b", "/ca.pem");
  private static final Profile TEST = new Profile("http://localhost:1", null, null);

  @TempDir private Path folder;

  private Profiles profiles() {
    return Profiles.ofUser(Map.of("XDG_CONFIG_HOME", folder.toString(), "HOME", "/none"));
  }

  @Test
  void whatIsWrittenIsRead_andOnlyItsOwnerMay() throws Exception {
    assertThat(profiles().all()).isEmpty();
    profiles().put("prod", PROD);
    profiles().put("test", PROD);
    profiles().put("test", TEST);
    assertThat(profiles().all()).containsExactly(Map.entry("prod", PROD), Map.entry("test", TEST));
    assertThat(rights()).isEqualTo("rw-------");
    profiles().put("prod", null);
    assertThat(profiles().all()).containsOnlyKeys("test");
    assertThat(folder.resolve("quipu")).isDirectoryNotContaining("glob:**/profiles?*.json");
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-r-----", "rw----r--", "rw-rw----", "rwx------"})
  void aFileThatOthersMaySeeIsRefused(String wider) throws Exception {
    profiles().put("prod", PROD);
    Path file = profiles().file();
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(wider));
    assertThatThrownBy(() -> profiles().all())
        .isInstanceOf(ProfileFailure.class)
        .hasMessageContaining(wider)
        .hasMessageContaining("chmod 600 " + file);
    assertThatThrownBy(() -> profiles().put("test", TEST)).isInstanceOf(ProfileFailure.class);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--------"));
    assertThat(profiles().all()).containsOnlyKeys("prod");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "[]",
        "{\"a\": 1}",
        "{\"a\": {\"url\": 1}}",
        "{\"a\": {}}",
        "{\"a\": null}"
      })
  void aFileOfSomethingElseIsRefused(String text) throws Exception {
    profiles().put("prod", PROD);
    Files.writeString(profiles().file(), text);
    assertThatThrownBy(() -> profiles().all())
        .isInstanceOf(ProfileFailure.class)
        .hasMessageContaining(profiles().file().toString());
  }

  @Test
  void theFileIsWhereThePlatformHasIt() {
    assertThat(List.of(Profiles.ofUser(Map.of("HOME", "/home/ann")).file()))
        .containsExactly(Path.of("/home/ann/.config/quipu/profiles.json"));
    assertThat(Profiles.ofUser(Map.of("HOME", "/h", "APPDATA", "/roaming")).file())
        .isEqualTo(Path.of("/roaming/quipu/profiles.json"));
  }

  @Test
  void noKeyIsInTheTextOfAProfile() {
    assertThat(PROD.toString()).doesNotContain("qk_");
  }

  private String rights() throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(profiles().file()));
  }
}
