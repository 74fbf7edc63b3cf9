package io.quipu.testing.dev;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;

/**
 * Runs the main class named by its first argument in a JVM that never outlives its parent.
 *
 * <p>Standard input is a pipe that only the parent holds: it ends when the parent does, however the
 * parent ends, and a byte in it tells the child to shut down in order. SIGINT and SIGHUP are
 * ignored, because a terminal sends them to every process at once and the parent decides in which
 * order its processes stop; SIGTERM as well where {@link #WHEN_TOLD} is set, because {@code
 * timeout} and others do the same with it. Kept free of other classes: this one alone is put on the
 * child's class path.
 */
public final class EndsWithParent {
  /** The system property of a child that its parent alone may end. */
  static final String WHEN_TOLD = "quipu.ends.when.told";

  private EndsWithParent() {}

  public static void main(String[] args) throws Exception {
    ignore("INT");
    ignore("HUP");
    if (Boolean.getBoolean(WHEN_TOLD)) {
      ignore("TERM");
    }
    Thread watch = new Thread(EndsWithParent::haltWithParent, "ends-with-parent");
    watch.setDaemon(true);
    watch.start();
    run(Class.forName(args[0]), Arrays.copyOfRange(args, 1, args.length));
  }

  /** Tells a process that runs this class to shut down in order; does nothing if it has ended. */
  public static void tell(Process child) {
    try {
      child.getOutputStream().write('\n');
      child.getOutputStream().flush();
    } catch (IOException ended) {
      // nobody is left to be told
    }
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
        // On a thread of its own: the parent may still end before the shutdown does.
        new Thread(() -> System.exit(0), "ends-when-told").start();
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
