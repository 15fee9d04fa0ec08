(ns todo.store
  (:require [todo.protocols :as p]))

(defonce ^:private db (atom []))

(defrecord Task [title priority done]
  p/Completable
  (complete [this] (assoc this :done true))
  (completed? [this] (:done this)))

(defn- persist! [tasks]
  (reset! db tasks))

(defn add! [task]
  (persist! (conj @db task)))

(defn all [] @db)

(defn done? [task]
  (p/completed? task))

(defn finish! [task]
  (let [t (p/complete task)]
    (persist! (replace-task @db task t))))

(declare same?)

(defn- replace-task [tasks old new]
  (mapv #(if (same? % old) new %) tasks))

(defn same? [a b] (= (:title a) (:title b)))
