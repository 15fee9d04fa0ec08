(ns todo.util
  (:require [clojure.string :as string]))

(defn blank-title? [t]
  (string/blank? (:title t)))

(defn left-pad [s n]
  (if (< (count s) n)
    (recur (str " " s) n)
    s))

(defn tag [task t]
  (update task :tags (fnil conj []) t))

(defn default-priority [] 1)

(defn priority-of [task] (or (:priority task) (default-priority)))

(defn join-lines [lines] (string/join "\n" lines))

(defn- format-error [m] (str "error: " m))

(defn fail [msg] (throw (ex-info (format-error msg) {})))
