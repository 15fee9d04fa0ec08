(ns shop.order
  (:require [shop.money :as money :refer [add]]
            [shop.store :as store])
  (:import (java.util UUID)))

(declare audit)

(defrecord Order [id lines])

(defprotocol Describe
  (describe [this])
  (size [this]))

(extend-type Order
  Describe
  (describe [this] (str (size this)))
  (size [this] (count (:lines this))))

(defn line [name cents]
  {:name name :price (money/make cents)})

(defn total [order]
  (->> (:lines order)
       (map :price)
       (reduce add)))

(defn place [items]
  (let [order (->Order (UUID/randomUUID) (mapv #(line % 1) items))
        total (total order)]
    (audit order)
    (store/save order)
    (-> order describe println)
    (money/render total)))

(defn audit [order]
  (letfn [(note [text] (println text))]
    (note (describe order))))

(defmulti pay :kind)
(defmethod pay :card [order] (audit order))
(defmethod pay :default [order] (total order))

(defmacro with-order [name & body]
  `(let [~name (place [])] ~@body))
