package io.quipu.testing.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.Comparator;
import java.util.List;

/** The fuzz tests that there are, found by their annotation. */
final class FuzzTargets {
  private FuzzTargets() {}

  /** One of them; its name is that of its class and its method. */
  record Target(String className, String method) {
    String name() {
      String simple = className.substring(className.lastIndexOf('.') + 1);
      return simple.replace("FuzzTest", "") + "." + method;
    }
  }

  /**
   * The targets whose name contains a text, in the order of their names.
   *
   * @param part empty for all
   */
  static List<Target> named(String part) {
    return new ClassFileImporter()
        .importPackages("io.quipu").stream()
            .map(JavaClass::getMethods)
            .flatMap(methods -> methods.stream())
            .filter(method -> method.isAnnotatedWith(FuzzTest.class))
            .map(FuzzTargets::target)
            .filter(target -> target.name().contains(part))
            .sorted(Comparator.comparing(Target::name))
            .toList();
  }

  private static Target target(JavaMethod method) {
    return new Target(method.getOwner().getName(), method.getName());
  }
}
