/** Access to the service: callers, their rights and rates, and the audit of what was denied. */
@NullMarked
package io.quipu.service.access;

import org.jspecify.annotations.NullMarked;
