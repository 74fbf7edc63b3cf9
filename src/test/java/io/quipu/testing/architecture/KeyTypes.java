package io.quipu.testing.architecture;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The types by which the code hashes, wherever a source file names one: in fields, parameters and
 * local variables. Bytecode does not say what a local map holds.
 */
final class KeyTypes {
  /** The first type argument of whatever hashes its keys, or may. */
  private static final Pattern KEYED =
      Pattern.compile(
          "\\b\\w*(?:Map|Set|Cache|CoalescingReads)<(?:@Nullable )?([\\w.?]+)([^\\w.?])");

  private static final Pattern IMPORT = Pattern.compile("(?m)^import ([\\w.]+);");
  private static final Pattern PACKAGE = Pattern.compile("(?m)^package ([\\w.]+);");
  private static final Pattern COMMENT = Pattern.compile("(?s)/\\*.*?\\*/|//[^\\n]*");

  private final Path root;

  /**
   * @param root of the source files
   */
  KeyTypes(Path root) {
    this.root = root;
  }

  /** Keys that may be neither compared nor told apart by identity, each with its file. */
  Set<String> unordered() {
    Set<String> found = new TreeSet<>();
    for (Path file : SourceFiles.below(root)) {
      String name = root.relativize(file).toString().replace(".java", "").replace('/', '.');
      unordered(name, SourceFiles.text(file)).forEach(key -> found.add(name + ": " + key));
    }
    return found;
  }

  /**
   * @param type the name of the outermost type of the file
   */
  static Set<String> unordered(String type, String source) {
    String code = COMMENT.matcher(source).replaceAll("");
    Set<String> found = new TreeSet<>();
    for (MatchResult keyed : KEYED.matcher(code).results().toList()) {
      String key = keyed.group(1);
      if (!isBounded(key, code) && !mayBeKey(resolve(key, type, code))) {
        found.add(key);
      }
    }
    return found;
  }

  /** A type variable stands for what can be compared. */
  private static boolean isBounded(String key, String code) {
    return Pattern.compile("[<,]\\s*" + Pattern.quote(key) + " extends (?:Comparable|Enum)<")
        .matcher(code)
        .find();
  }

  private static boolean mayBeKey(@Nullable Class<?> key) {
    return key != null && (isComparable(key) || isIdentity(key));
  }

  /** With itself, by its own declaration: that is what bins of hash tables ask for. */
  private static boolean isComparable(Class<?> key) {
    return key.isEnum()
        || Arrays.stream(key.getGenericInterfaces()).anyMatch(each -> isComparable(each, key));
  }

  private static boolean isComparable(Type type, Class<?> key) {
    return type instanceof ParameterizedType parameterized
        && parameterized.getRawType() == Comparable.class
        && parameterized.getActualTypeArguments()[0] == key;
  }

  /** Nobody who sends something chooses the hash of an object that equals itself only. */
  private static boolean isIdentity(Class<?> key) {
    try {
      return !key.isInterface()
          && key != Object.class
          && key.getMethod("hashCode").getDeclaringClass() == Object.class;
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException(e);
    }
  }

  private static @Nullable Class<?> resolve(String key, String type, String code) {
    String nested = key.replace('.', '$');
    String first = key.replaceFirst("\\..*", "");
    List<String> candidates =
        Stream.of(
                Stream.of(type + "$" + nested),
                all(IMPORT, code)
                    .filter(name -> name.endsWith("." + first))
                    .map(name -> name + nested.substring(first.length())),
                all(PACKAGE, code).map(name -> name + "." + nested),
                Stream.of("java.lang." + nested, key))
            .flatMap(names -> names)
            .toList();
    return candidates.stream().map(KeyTypes::load).filter(c -> c != null).findFirst().orElse(null);
  }

  private static Stream<String> all(Pattern pattern, String code) {
    return pattern.matcher(code).results().map(found -> found.group(1));
  }

  /** An import may name a type within another. */
  private static @Nullable Class<?> load(String name) {
    for (String candidate = name; ; ) {
      try {
        return Class.forName(candidate, false, KeyTypes.class.getClassLoader());
      } catch (ClassNotFoundException e) {
        int dot = candidate.lastIndexOf('.');
        if (dot < 0) {
          return null;
        }
        candidate = candidate.substring(0, dot) + "$" + candidate.substring(dot + 1);
      }
    }
  }
}
