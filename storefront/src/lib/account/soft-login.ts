"use client";

import { useSyncExternalStore } from "react";
import { ApiError } from "@/lib/api/error";

type Answer = (loggedIn: boolean) => void;

let waiting: Answer[] = [];
const listeners = new Set<() => void>();
const changed = () => listeners.forEach((listener) => listener());

/** Asks the visitor, whose full login is over, for the password; true once logged in. The modal is in features/account. */
export function askLogin(): Promise<boolean> {
  return new Promise((resolve) => {
    waiting = [...waiting, resolve];
    changed();
  });
}

/** Ends the question, for everybody who asked. */
export function answerLogin(loggedIn: boolean): void {
  const answered = waiting;
  waiting = [];
  changed();
  answered.forEach((resolve) => resolve(loggedIn));
}

/** Makes a call; where it wants a full login, asks for it and calls again, until it has one or the visitor closes the question. */
export async function withFullLogin<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const wanted = error instanceof ApiError && error.reason === "full_login_required";
    if (!wanted || !(await askLogin())) throw error;
    return withFullLogin(call);
  }
}

/** Whether a log-in is being asked for. */
export function useLoginAsked(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => waiting.length > 0,
    () => false,
  );
}
