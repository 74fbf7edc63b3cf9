/** Whether this process can serve at the moment. */
@NullMarked
package io.quipu.health;

import org.jspecify.annotations.NullMarked;
