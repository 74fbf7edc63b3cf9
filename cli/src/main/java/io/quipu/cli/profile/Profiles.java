package io.quipu.cli.profile;

import io.quipu.client.JsonObject;
import io.quipu.client.JsonText;
import io.quipu.client.QuipuException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The file of profiles, which only its owner may read and write. */
public final class Profiles {
  private static final Set<PosixFilePermission> OWNERS =
      EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);

  private final Path file;

  public Profiles(Path file) {
    this.file = file;
  }

  /**
   * The file of this user: under {@code XDG_CONFIG_HOME}, {@code ~/.config}, or on Windows {@code
   * APPDATA}.
   */
  public static Profiles ofUser(Map<String, String> environment) {
    String folder = environment.get("XDG_CONFIG_HOME");
    String roaming = environment.get("APPDATA");
    Path config =
        folder != null && !folder.isEmpty()
            ? Path.of(folder)
            : roaming != null ? Path.of(roaming) : home(environment).resolve(".config");
    return new Profiles(config.resolve("quipu").resolve("profiles.json"));
  }

  private static Path home(Map<String, String> environment) {
    String home = environment.get("HOME");
    return Path.of(home == null || home.isEmpty() ? System.getProperty("user.home") : home);
  }

  public Path file() {
    return file;
  }

  /** Returns all profiles by name; none if there is no file. */
  public Map<String, Profile> all() throws ProfileFailure {
    Map<String, Profile> all = new TreeMap<>();
    JsonObject stored = read();
    try {
      for (String name : stored.members().keySet()) {
        all.put(name, Profile.read(stored.object(name)));
      }
      return all;
    } catch (ClassCastException | NullPointerException | QuipuException e) {
      throw unreadable();
    }
  }

  /** Writes a profile in place of that of the same name; null deletes it. */
  public void put(String name, @Nullable Profile profile) throws ProfileFailure {
    JsonObject stored = read();
    if (profile == null) {
      stored.members().remove(name);
    } else {
      stored.put(name, profile.stored());
    }
    try {
      Path folder = file.toAbsolutePath().getParent();
      Files.createDirectories(folder);
      // a file of its own first, so that a crash leaves the old one whole
      Path written = Files.createTempFile(folder, "profiles", ".json");
      if (isPosix(written)) {
        Files.setPosixFilePermissions(written, OWNERS);
      }
      Files.writeString(written, text(stored));
      Files.move(written, file, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new ProfileFailure(
          file + " cannot be written: XDG_CONFIG_HOME may name another folder to write in");
    }
  }

  /** A line for each profile. */
  private static String text(JsonObject stored) {
    return stored.members().entrySet().stream()
        .map(profile -> JsonText.of(profile.getKey()) + ": " + JsonText.of(profile.getValue()))
        .collect(Collectors.joining(",\n  ", "{\n  ", "\n}\n"));
  }

  private JsonObject read() throws ProfileFailure {
    try {
      refuseIfOpen();
      return JsonObject.parse(Files.readString(file));
    } catch (NoSuchFileException e) {
      return new JsonObject();
    } catch (IOException | QuipuException e) {
      throw unreadable();
    }
  }

  /** Refuses a file whose keys others may read or change. */
  private void refuseIfOpen() throws IOException, ProfileFailure {
    if (!isPosix(file)) {
      return;
    }
    Set<PosixFilePermission> rights = Files.getPosixFilePermissions(file);
    if (!OWNERS.containsAll(rights)) {
      throw new ProfileFailure(
          "%s has the rights %s, so others may see its keys: chmod 600 %s"
              .formatted(file, PosixFilePermissions.toString(rights), file));
    }
  }

  private static boolean isPosix(Path file) {
    return Files.getFileAttributeView(file, PosixFileAttributeView.class) != null;
  }

  private ProfileFailure unreadable() {
    return new ProfileFailure(
        file + " is no file of profiles: delete it, and write them again with quipu profile set");
  }
}
