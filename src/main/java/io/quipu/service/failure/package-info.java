/** The failures of the service, as values that know no protocol. */
@NullMarked
package io.quipu.service.failure;

import org.jspecify.annotations.NullMarked;
