/** Log levels, which operators can change while the service runs. */
@NullMarked
package io.quipu.service.logging;

import org.jspecify.annotations.NullMarked;
