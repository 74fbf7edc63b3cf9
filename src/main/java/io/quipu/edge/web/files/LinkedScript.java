package io.quipu.edge.web.files;

import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Joins a module of JavaScript with all that it imports into one script, so that a browser needs
 * one request in place of a hundred. Each module becomes a function that runs once and returns what
 * it exports; those that it imports run before it, as in the browser.
 *
 * <p>It knows the forms of import and export that the pages use, and refuses all others: {@code
 * import { a, b as c } from "./file.js";} on one line, and {@code export} before a function, a
 * class or a constant. Modules cannot import each other in a circle.
 */
final class LinkedScript {
  private static final Pattern IMPORT =
      Pattern.compile("^import \\{([^}\n]*)\\} from \"(\\.[^\"\n]+)\";$", Pattern.MULTILINE);
  private static final Pattern EXPORT =
      Pattern.compile(
          "^export (?=(?:async )?(?:function\\*?|class|const) ([\\w$]+))", Pattern.MULTILINE);
  private static final Pattern OTHER = Pattern.compile("^(?:import|export)\\b", Pattern.MULTILINE);
  private static final String UNDER_WAY = "";

  private final UnaryOperator<String> read;
  private final Map<String, String> names = new HashMap<>();
  private final StringBuilder script = new StringBuilder();
  private int linked;

  private LinkedScript(UnaryOperator<String> read) {
    this.read = read;
  }

  /**
   * Returns the script of a module.
   *
   * @param path of the module
   * @param read gives the text at a path
   * @throws IllegalArgumentException if a module has another form of import or export, or imports
   *     itself through others
   */
  static String of(String path, UnaryOperator<String> read) {
    LinkedScript all = new LinkedScript(read);
    all.add(path);
    return all.script.toString();
  }

  /** Adds a module, after those that it imports, and returns the name of what it exports. */
  private String add(String path) {
    String known = names.putIfAbsent(path, UNDER_WAY);
    if (UNDER_WAY.equals(known)) {
      throw new IllegalArgumentException(path + " imports itself");
    }
    return known == null ? addNew(path) : known;
  }

  private String addNew(String path) {
    String source = read.apply(path);
    StringJoiner exports = new StringJoiner(", ", "return {", "};\n");
    EXPORT.matcher(source).results().forEach(found -> exports.add(found.group(1)));
    String body = IMPORT.matcher(source).replaceAll(found -> imported(path, found));
    body = EXPORT.matcher(body).replaceAll("");
    if (OTHER.matcher(body).find()) {
      throw new IllegalArgumentException(path + " has an import or export that is not known");
    }
    String name = "linked$" + linked++;
    names.put(path, name);
    script.append("// ").append(path).append("\nconst ").append(name).append(" = (() => {\n");
    script.append(body).append('\n').append(exports).append("})();\n");
    return name;
  }

  private String imported(String path, MatchResult found) {
    String from = add(URI.create(path).resolve(found.group(2)).toString());
    return Matcher.quoteReplacement(
        "const {" + found.group(1).replace(" as ", ": ") + "} = " + from + ";");
  }
}
