(ns bank.log (:require [clojure.java.io :refer [writer]]))

(declare flush!)

(defn write!
  ([line] (write! line :info))
  ([line level]
   (print-line (str level line))
   (flush!)))

(defn print-line [s] (println s))

(defn flush! [] (flush))
