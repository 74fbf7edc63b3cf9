/** The service in the memory of its container, attacked while honest clients go on. */
@NullMarked
package io.quipu.lab.abuse;

import org.jspecify.annotations.NullMarked;
