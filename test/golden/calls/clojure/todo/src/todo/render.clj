(ns todo.render
  (:require [todo.protocols :as proto :refer [describe]]
            [todo.util :as util]))

(def ^:dynamic *width* 80)

(defn pad [s] (util/left-pad s *width*))

(defn render-one [task]
  (let [text (describe task)]
    (if (util/blank-title? task)
      "-"
      (pad text))))

(defn render-all [tasks]
  (letfn [(numbered [i t] (str i (render-one t)))]
    (->> tasks
         (map-indexed numbered)
         util/join-lines)))
