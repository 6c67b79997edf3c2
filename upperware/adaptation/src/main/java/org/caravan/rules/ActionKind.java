package org.caravan.rules;

import java.util.Locale;

/** Kinds of actions, for which an owner chooses the autonomy of the server. */
public enum ActionKind {
    /** Replaces copies that are lost, for example because their host does not answer. */
    REPLACE(Autonomy.AUTOMATIC),
    /** Completes a deployment that only waited for unreachable hosts: removes replaced copies from hosts that are back. */
    COMPLETE(Autonomy.AUTOMATIC),
    /** Adds replicas within the bounds of the model, because a rule of the model says so. */
    SCALE_OUT(Autonomy.AUTOMATIC),
    /** Removes replicas within the bounds of the model, because a rule of the model says so. */
    SCALE_IN(Autonomy.AUTOMATIC),
    /** Plans again, because a rule of the model says so. */
    REPLAN(Autonomy.AUTOMATIC),
    /** Replaces a copy by a new one on its host, because a rule of the model says so. */
    RESTART(Autonomy.AUTOMATIC),
    /** Moves the copies of the application away from a host, because a rule of the model says so. */
    DRAIN(Autonomy.AUTOMATIC),
    /** Changes the bandwidth of copies, because a rule of the model says so. */
    RESERVE(Autonomy.AUTOMATIC),
    /** Places copies so that a promise holds again although a network path is cut or much slower. A model can make it automatic. */
    KEEP_PROMISE(Autonomy.PROPOSE),
    /** Moves copies to where the users are, because requests come from other sites than the plan assumes. */
    FOLLOW(Autonomy.OBSERVE),
    /** Moves copies to cheaper hosts, because prices changed. */
    SAVE(Autonomy.PROPOSE),
    /** Sends a message, because a rule of the model says so. */
    NOTIFY(Autonomy.AUTOMATIC),
    /** Runs a command in copies, because a rule of the model says so. */
    RUN(Autonomy.AUTOMATIC);

    private final Autonomy preset;

    ActionKind(Autonomy preset) {
        this.preset = preset;
    }

    /** Autonomy of an application whose owner has chosen none. */
    public Autonomy preset() {
        return preset;
    }

    /** Name in REST: {@code scale-out}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
