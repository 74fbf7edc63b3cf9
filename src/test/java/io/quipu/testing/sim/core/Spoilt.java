package io.quipu.testing.sim.core;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A part of the service of which a fault does some methods: those public ones that it has. They
 * must be methods of the part, but for what each record has. All others are done by the real part.
 */
public final class Spoilt implements InvocationHandler {
  private static final Set<String> OF_ALL = Set.of("equals", "hashCode", "toString");

  private final Object real;
  private final Object fault;
  private final Map<Method, Method> spoilt = new HashMap<>();

  private Spoilt(Class<?> part, Object real, Object fault) throws NoSuchMethodException {
    this.real = real;
    this.fault = fault;
    Set<Method> accessors = accessors(fault.getClass());
    for (Method method : fault.getClass().getDeclaredMethods()) {
      if (Modifier.isPublic(method.getModifiers())
          && !accessors.contains(method)
          && !OF_ALL.contains(method.getName())) {
        method.setAccessible(true);
        spoilt.put(part.getMethod(method.getName(), method.getParameterTypes()), method);
      }
    }
    if (spoilt.isEmpty()) {
      throw new NoSuchMethodException(fault + " spoils nothing of " + part);
    }
  }

  private static Set<Method> accessors(Class<?> of) {
    return of.isRecord()
        ? Arrays.stream(of.getRecordComponents())
            .map(RecordComponent::getAccessor)
            .collect(Collectors.toSet())
        : Set.of();
  }

  /**
   * The part as it is with the fault, which may be a whole part itself.
   *
   * @param part its interface
   */
  public static <S> S by(Class<S> part, S real, Object fault) {
    if (part.isInstance(fault)) {
      return part.cast(fault);
    }
    try {
      return part.cast(
          Proxy.newProxyInstance(
              part.getClassLoader(), new Class<?>[] {part}, new Spoilt(part, real, fault)));
    } catch (NoSuchMethodException noneOfThePart) {
      throw new IllegalArgumentException(noneOfThePart);
    }
  }

  /** Tells whether a method only calls others of the part, which may be spoilt. */
  private boolean isDefault(Method method) throws NoSuchMethodException {
    return method.isDefault()
        && real.getClass().getMethod(method.getName(), method.getParameterTypes()).isDefault();
  }

  @Override
  public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
    Method instead = spoilt.get(method);
    try {
      if (instead != null) {
        return instead.invoke(fault, arguments);
      }
      return isDefault(method)
          ? InvocationHandler.invokeDefault(proxy, method, arguments)
          : method.invoke(real, arguments);
    } catch (InvocationTargetException thrown) {
      throw thrown.getCause();
    }
  }
}
