(ns shop.money
  (:require [clojure.string :as str]))

(defrecord Money [cents currency])

(defn money
  ([cents] (money cents :eur))
  ([cents currency] (->Money (check cents) currency)))

(declare check)

(defn add [a b]
  (money (+ (:cents a) (:cents b))))

(defn- check [cents]
  (if (neg? cents) (throw (ex-info "negative" {:cents cents})) cents))

(defn fmt [m]
  (str (quot (:cents m) 100) "." (pad (rem (:cents m) 100))))

(defn- pad [n]
  (if (< n 10) (str "0" n) (str n)))

(def zero (money 0))

(defn sum [ms] (reduce add zero ms))
