package io.quipu.testing.architecture;

import static io.quipu.testing.architecture.SourceFiles.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.testing.sim.fault.Fault;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The documents are up to date: what one refers to is there, and no decision is left out. */
class DocumentsTest {
  private static final Path DECISIONS = Path.of("docs", "adr");
  private static final Pattern DECISION = Pattern.compile("([0-9]{4})-.*\\.md");
  private static final Pattern TITLE = Pattern.compile("# [0-9]+\\. (.+)");
  private static final Pattern LINK =
      Pattern.compile("]\\((?!https?:)([^)#\\s]*)(?:#([^)\\s]*))?\\)");
  private static final Pattern CODE = Pattern.compile("(?ms)^```.*?^```");

  /** The name of a meter where it is made. */
  private static final Pattern METER =
      Pattern.compile(
          "(?:builder|counters?|function|gauge|sizes|timer)\\(\\s*\"quipu\\.([a-z.]+)\"");

  /** A metric that a document names. */
  private static final Pattern METRIC = Pattern.compile("`(quipu_[a-z_]*[a-z])`");

  private static final Pattern FAULTS =
      Pattern.compile("\\b([0-9]+) (?:planted faults|faults in the protocol)");

  private static final Pattern STALE =
      Pattern.compile("(?i)\\b(rows|events) are (not|never) deleted|nothing is deleted yet");

  private static final Pattern HEADING = Pattern.compile("(?m)^#{1,6} (.+)$");

  @Test
  void everyDecisionIsInTheIndex_andNothingElse() {
    List<String> expected = new ArrayList<>();
    for (Path file : filesIn(DECISIONS)) {
      String name = file.getFileName().toString();
      if (DECISION.matcher(name).matches()) {
        int number = Integer.parseInt(name.substring(0, 4));
        expected.add("| [" + number + "](" + name + ") | " + title(file) + " | ");
      }
    }
    List<String> listed =
        text(DECISIONS.resolve("README.md"))
            .lines()
            .filter(line -> line.startsWith("| ["))
            .map(line -> line.substring(0, line.indexOf(" | ", line.indexOf(" | ") + 1) + 3))
            .toList();
    assertThat(listed).containsExactlyElementsOf(expected).isNotEmpty();
  }

  private static String title(Path file) {
    var first = TITLE.matcher(text(file).lines().findFirst().orElse(""));
    assertThat(first.matches()).as("first line of " + file).isTrue();
    return first.group(1);
  }

  @Test
  void everyLinkLeadsToAFileOfTheRepository_andToAHeadingOfIt() {
    List<String> broken =
        documents().flatMap(file -> brokenLinks(file, text(file)).stream()).toList();
    assertThat(broken).isEmpty();
  }

  @Test
  void brokenLinksAreFound() {
    Path here = Path.of("README.md");
    assertThat(brokenLinks(here, "[a](docs/limits.md#limits) [b](#a-b)\n\n# A `b`!")).isEmpty();
    assertThat(brokenLinks(here, "[a](docs/none.md)")).hasSize(1);
    assertThat(brokenLinks(here, "[a](docs/limits.md#none)")).hasSize(1);
    assertThat(brokenLinks(here, "[a](../README.md)")).hasSize(1);
  }

  /** As Prometheus shows them: a counter has an ending, a summary or timer several. */
  @Test
  void everyMeterIsListedForTheOperator() {
    String listed = text(Path.of("monitoring", "metrics.txt"));
    List<String> meters =
        SourceFiles.below(Path.of("src/main/java")).stream()
            .flatMap(file -> METER.matcher(text(file)).results())
            .map(r -> r.group(1))
            .toList();
    assertThat(meters).hasSizeGreaterThan(30);
    assertThat(meters)
        .filteredOn(meter -> !listed.contains("\nquipu_" + meter.replace('.', '_')))
        .isEmpty();
    assertThat(METRIC.matcher(text(Path.of("docs", "operations.md"))).results())
        .isNotEmpty()
        .allMatch(metric -> listed.contains("\n" + metric.group(1)));
  }

  @Test
  void plantedFaultsAreAsManyAsDocumentsSay() {
    long caught = Fault.caught().count();
    List<Long> said =
        documents()
            .filter(file -> !file.startsWith(DECISIONS))
            .flatMap(file -> FAULTS.matcher(text(file)).results())
            .map(found -> Long.valueOf(found.group(1)))
            .toList();
    assertThat(said).isNotEmpty().containsOnly(caught);
  }

  /** Rows were not deleted once. */
  @Test
  void whatIsThereIsNotSaidToBeMissing() {
    List<String> stale =
        Stream.concat(documents(), Stream.of(Path.of("src/main/resources/openapi.yaml")))
            .filter(file -> !file.startsWith(DECISIONS))
            .filter(file -> STALE.matcher(text(file)).find())
            .map(Path::toString)
            .toList();
    assertThat(stale).isEmpty();
  }

  /** Decisions and the changelog keep the names of their time. */
  @Test
  void everyTypeThatADocumentNamesExists() {
    DocumentedTypes types =
        new DocumentedTypes(
            Path.of("src"), Path.of("cli/src"), Path.of("lab/src"), Path.of("clients"));
    List<String> missing =
        documents()
            .filter(file -> !file.startsWith(DECISIONS) && !file.endsWith("CHANGELOG.md"))
            .flatMap(file -> types.missing(text(file)).stream().map(name -> file + ": " + name))
            .toList();
    assertThat(missing).isEmpty();
  }

  @Test
  void typesThatDoNotExistAreFound() {
    DocumentedTypes types = new DocumentedTypes(Path.of("src"));
    assertThat(types.missing("`Lease`, `writer/Lease`, `LeaseTest.java`, `Lease.Sample`"))
        .isEmpty();
    assertThat(types.missing("`POST` and `until`\n```\n`NoSuchType`\n```\n")).isEmpty();
    assertThat(types.missing("`CassandraEventLogIT.aDeletedPartitionIsGone_andNoOther`"))
        .as("a test of the contract that it extends")
        .isEmpty();
    assertThat(types.missing("`NoSuchType`, `ingest/Lease`, `Lease.noSuchMember`")).hasSize(3);
    assertThat(types.missing("`Lease.holds`, `noSuchMember`, `renew`")).hasSize(1);
    assertThat(types.missing("```sh\nmvn test -Dtest=NoSuchTest\n```")).hasSize(1);
  }

  private static List<String> brokenLinks(Path file, String text) {
    return LINK.matcher(CODE.matcher(text).replaceAll(""))
        .results()
        .filter(link -> !leadsSomewhere(file, text, link))
        .map(link -> file + ": " + link.group())
        .toList();
  }

  private static boolean leadsSomewhere(Path file, String text, MatchResult link) {
    Path root = Path.of("").toAbsolutePath();
    Path target = file.toAbsolutePath().resolveSibling(link.group(1)).normalize();
    if (!link.group(1).isEmpty() && !(target.startsWith(root) && Files.exists(target))) {
      return false;
    }
    String heading = link.group(2);
    return heading == null
        || anchors(link.group(1).isEmpty() ? text : text(target)).contains(heading);
  }

  /** As GitHub makes them: small letters, spaces as hyphens, punctuation left out. */
  private static List<String> anchors(String text) {
    return HEADING
        .matcher(CODE.matcher(text).replaceAll(""))
        .results()
        .map(heading -> heading.group(1).toLowerCase(Locale.ROOT))
        .map(words -> words.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'))
        .toList();
  }

  private static Stream<Path> documents() {
    return Stream.of(Path.of(""), Path.of("docs"), DECISIONS, Path.of("clients"))
        .flatMap(folder -> filesIn(folder).stream())
        .filter(file -> file.toString().endsWith(".md"));
  }

  private static List<Path> filesIn(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
