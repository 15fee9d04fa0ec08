(ns shop.money
  (:require [clojure.string :as str]))

(def ^:private scale 100)

(defn make [cents] {:cents cents})

(defn add
  ([] (make 0))
  ([a] a)
  ([a b] (make (+ (:cents a) (:cents b)))))

(defn- units [m] (/ (:cents m) scale))

(defn render [m]
  (str/trim (str (units m))))
