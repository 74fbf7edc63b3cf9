package io.quipu.dev;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;

/**
 * Runs the main class named by its first argument in a JVM that never outlives its parent.
 *
 * <p>Standard input is a pipe that only the parent holds: it ends when the parent does, however the
 * parent ends. SIGINT and SIGHUP are ignored, because a terminal sends them to every process at
 * once and the parent decides in which order its processes stop. Kept free of other classes: this
 * one alone is put on the child's class path.
 */
public final class EndsWithParent {
  private EndsWithParent() {}

  public static void main(String[] args) throws Exception {
    ignore("INT");
    ignore("HUP");
    Thread watch = new Thread(EndsWithParent::haltWithParent, "ends-with-parent");
    watch.setDaemon(true);
    watch.start();
    run(Class.forName(args[0]), Arrays.copyOfRange(args, 1, args.length));
  }

  private static void run(Class<?> main, String[] args) throws Exception {
    try {
      main.getMethod("main", String[].class).invoke(null, (Object) args);
    } catch (InvocationTargetException e) {
      throw e.getCause() instanceof Exception cause ? cause : e;
    }
  }

  private static void haltWithParent() {
    try {
      while (System.in.read() >= 0) {
        // nothing is ever sent: only the end matters
      }
    } catch (IOException brokenPipe) {
      // the same as the end
    }
    Runtime.getRuntime().halt(1);
  }

  /** By reflection: javac warns of sun.misc in a way that cannot be switched off. */
  private static void ignore(String signal) throws ReflectiveOperationException {
    Class<?> signals = Class.forName("sun.misc.Signal");
    Class<?> handlers = Class.forName("sun.misc.SignalHandler");
    Object name;
    try {
      name = signals.getConstructor(String.class).newInstance(signal);
    } catch (ReflectiveOperationException unknownHere) {
      return; // Windows has no SIGHUP
    }
    signals
        .getMethod("handle", signals, handlers)
        .invoke(null, name, handlers.getField("SIG_IGN").get(null));
  }
}
