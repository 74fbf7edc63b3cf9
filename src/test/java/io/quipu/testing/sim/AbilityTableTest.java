package io.quipu.testing.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.testing.sim.AbilityTable.Line;
import io.quipu.testing.sim.core.Ability;
import io.quipu.testing.sim.core.Met.Cell;
import io.quipu.testing.sim.core.Mishap;
import io.quipu.testing.sim.fault.Fault;
import io.quipu.testing.sim.linear.LinearFault;
import io.quipu.testing.sim.linear.LinearStress;
import io.quipu.testing.sim.sketch.PurgedSketchFault;
import io.quipu.testing.sim.sketch.SketchFault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The table of abilities and what goes wrong has no holes, and names what there is: no stress and
 * no planted fault is without a place in it. {@link AbilityTableWorldsTest} holds the worlds
 * against it.
 */
class AbilityTableTest {
  private static final int WORDS_OF_A_REASON = 5;

  private final AbilityTable table = AbilityTable.published();

  @Test
  void everyAbilityIsHeldAgainstAllThatGoesWrong_once() {
    List<Cell> expected = new ArrayList<>();
    for (Ability ability : Ability.values()) {
      for (Mishap mishap : Mishap.values()) {
        expected.add(new Cell(ability, mishap));
      }
    }
    assertThat(table.lines().stream().flatMap(Line::cells))
        .doesNotHaveDuplicates()
        .containsExactlyInAnyOrderElementsOf(expected);
  }

  @Test
  void aCellNamesWhatShowsIt_orSaysBrieflyWhyItCannotHappen() {
    for (Line line : table.lines()) {
      if (line.isReason()) {
        assertThat(line.shown()).as("%s", line).isNotEqualTo("open");
        assertThat(line.shown().split(" ")).as("%s", line).hasSizeBetween(1, WORDS_OF_A_REASON);
        assertThat(line.shown()).isNotBlank();
        assertThat(line.faults()).as("%s", line).isEmpty();
      } else if (!line.worlds().isEmpty()) {
        assertThat(line.faults()).as("%s names no fault", line).isNotEmpty();
      }
    }
  }

  @Test
  void theTextSaysHowManyGapsThereAre() {
    long gaps = table.lines().stream().filter(Line::isGap).flatMap(Line::cells).count();
    assertThat(gaps).isEqualTo(table.gaps());
  }

  @Test
  void everyStressIsInTheTable_andNoOther() {
    Set<String> known = Arrays.stream(Stress.values()).map(Stress::name).collect(toSorted());
    Arrays.stream(LinearStress.values()).map(AbilityTable::name).forEach(known::add);
    known.addAll(List.of(AbilityTable.SKETCHES, AbilityTable.PURGED_SKETCHES));
    assertThat(table.worlds()).containsExactlyElementsOf(known);
  }

  @Test
  void everyPlantedFaultIsInTheTable_besideTheWorldsThatItIsPlantedIn() {
    Set<String> places = new TreeSet<>();
    for (Line line : table.lines()) {
      for (String fault : line.faults()) {
        assertThat(line.worlds()).as("the worlds of %s, of %s", fault, line).isNotEmpty();
        line.worlds().forEach(worlds -> places.add(worlds + " " + fault));
      }
    }
    Set<String> missing = new TreeSet<>(planted());
    missing.removeAll(places);
    assertThat(missing).as("faults without a place").isEmpty();
    Set<String> planted = planted();
    for (Line line : table.lines()) {
      for (String worlds : line.worlds()) {
        assertThat(line.faults())
            .as("nothing is planted into the worlds %s of %s", worlds, line)
            .anyMatch(fault -> planted.contains(worlds + " " + fault));
      }
      for (String fault : line.faults()) {
        assertThat(line.worlds())
            .as("%s is planted into other worlds than those of %s", fault, line)
            .anyMatch(worlds -> planted.contains(worlds + " " + fault));
      }
    }
  }

  @Test
  void everyTestInTheTableIsThere() throws IOException {
    Set<String> classes = new TreeSet<>();
    for (String folder : List.of("src/test/java", "lab/src/test/java")) {
      try (Stream<Path> files = Files.walk(Path.of(folder))) {
        files
            .map(file -> file.getFileName().toString())
            .filter(name -> name.endsWith(".java"))
            .forEach(name -> classes.add(name.replace(".java", "")));
      }
    }
    assertThat(table.lines().stream().flatMap(line -> line.tests().stream()))
        .isSubsetOf(classes)
        .isNotEmpty();
  }

  /** Every fault, after the worlds that it is planted in. */
  private static Set<String> planted() {
    Set<String> all =
        Fault.caught().map(fault -> fault.stress() + " " + fault.name()).collect(toSorted());
    for (LinearFault fault : LinearFault.values()) {
      all.add(AbilityTable.name(fault.stress()) + " " + fault.name());
    }
    for (SketchFault fault : SketchFault.values()) {
      all.add(AbilityTable.SKETCHES + " " + fault.name());
    }
    for (PurgedSketchFault fault : PurgedSketchFault.values()) {
      all.add(AbilityTable.PURGED_SKETCHES + " " + fault.name());
    }
    return all;
  }

  private static Collector<String, ?, Set<String>> toSorted() {
    return Collectors.toCollection(TreeSet::new);
  }
}
