package io.quipu.testing.release;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.testing.dev.BuildDirectory;
import io.quipu.testing.dev.ServiceJar;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The jar and the folder {@code lib} leave out classes of libraries, and have every class that a
 * class in them names. A class that is named only in a text is not looked for here.
 */
class JarContentIT {
  private static final String CLASS = ".class";

  /** 20 MiB. What a library brings that nothing here needs is left out in the pom.xml. */
  private static final long MOST_BYTES = 20 * 1024 * 1024;

  @Test
  void hasEachClassOfItsLibrariesThatItsClassesName() throws IOException {
    Path jar = ServiceJar.orAborted();
    Set<String> there = new HashSet<>();
    Set<String> named = new HashSet<>();
    List<Path> shipped = new ArrayList<>(lib(jar));
    shipped.add(jar);
    for (Path file : shipped) {
      there.addAll(classes(file));
      named.addAll(namedIn(file));
    }
    Set<String> missing = new TreeSet<>();
    for (String entry : Files.readAllLines(BuildDirectory.resolve("dev/classpath.txt"))) {
      if (entry.endsWith(".jar")) {
        missing.addAll(classes(Path.of(entry)));
      }
    }
    assertThat(missing).as("the libraries").hasSizeGreaterThan(10_000);
    missing.retainAll(named);
    missing.removeAll(there);
    assertThat(missing).isEmpty();
  }

  @Test
  void hasNothingOfKafkaAndOpenTelemetry_whichAreInLib() throws IOException {
    Path jar = ServiceJar.orAborted();
    assertThat(classes(jar))
        .contains("io/quipu/Main")
        .noneMatch(name -> name.startsWith("org/apache/kafka") || name.startsWith("io/opentele"));
    assertThat(attribute(jar, "Class-Path").split(" ", -1))
        .hasSize(2)
        .allSatisfy(name -> assertThat(jar.resolveSibling(name)).exists());
  }

  @Test
  void isAtMostTwentyMebibytes() throws IOException {
    assertThat(Files.size(ServiceJar.orAborted())).isLessThanOrEqualTo(MOST_BYTES);
  }

  @Test
  void manifestsSayWhatRuns_andThatThereAreClassesForNewerVersionsOfJava() throws IOException {
    Path jar = ServiceJar.orAborted();
    assertThat(attribute(jar, "Main-Class")).isEqualTo("io.quipu.Main");
    assertThat(attribute(jar, "Multi-Release")).isEqualTo("true");
    assertThat(lib(jar))
        .isNotEmpty()
        .allSatisfy(file -> assertThat(attribute(file, "Main-Class")).isNull())
        .allSatisfy(file -> assertThat(attribute(file, "Multi-Release")).isEqualTo("true"));
  }

  private static String attribute(Path jar, String name) throws IOException {
    try (JarFile file = new JarFile(jar.toFile())) {
      return file.getManifest().getMainAttributes().getValue(name);
    }
  }

  private static List<Path> lib(Path jar) throws IOException {
    try (Stream<Path> files = Files.list(jar.resolveSibling("lib"))) {
      return files.toList();
    }
  }

  /** The names of the classes in a jar, as class files write them. */
  private static Set<String> classes(Path jar) throws IOException {
    Set<String> names = new HashSet<>();
    try (JarFile file = new JarFile(jar.toFile())) {
      for (Enumeration<JarEntry> all = file.entries(); all.hasMoreElements(); ) {
        String name = all.nextElement().getName();
        if (name.endsWith(CLASS)) {
          names.add(name.substring(0, name.length() - CLASS.length()));
        }
      }
    }
    return names;
  }

  private static Set<String> namedIn(Path jar) throws IOException {
    Set<String> named = new HashSet<>();
    try (JarFile file = new JarFile(jar.toFile())) {
      for (Enumeration<JarEntry> all = file.entries(); all.hasMoreElements(); ) {
        JarEntry entry = all.nextElement();
        if (entry.getName().endsWith(CLASS)) {
          try (DataInputStream in = new DataInputStream(file.getInputStream(entry))) {
            named.addAll(constants(in));
          }
        }
      }
    }
    return named;
  }

  /** The classes that the constants of a class file name: JVM Specification, 4.4. */
  private static List<String> constants(DataInputStream in) throws IOException {
    in.skipNBytes(8);
    String[] texts = new String[in.readUnsignedShort()];
    List<Integer> classes = new ArrayList<>();
    int at = 1;
    while (at < texts.length) {
      int tag = in.readUnsignedByte();
      switch (tag) {
        case 1 -> texts[at] = in.readUTF();
        case 7 -> classes.add(in.readUnsignedShort());
        case 8, 16, 19, 20 -> in.skipNBytes(2);
        case 15 -> in.skipNBytes(3);
        case 5, 6 -> in.skipNBytes(8);
        default -> in.skipNBytes(4);
      }
      at += tag == 5 || tag == 6 ? 2 : 1;
    }
    return classes.stream().map(index -> texts[index].replaceAll("^\\[+L|;$", "")).toList();
  }
}
