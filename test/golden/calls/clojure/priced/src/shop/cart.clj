(ns shop.cart
  (:require [shop.money :as m :refer [sum]]
            [shop.events :refer :all]))

(defprotocol Priced
  (price [this])
  (label [this]))

(defrecord Item [name cents]
  Priced
  (price [_] (m/money cents))
  (label [this] (str name " " (m/fmt (price this)))))

(deftype Bundle [items]
  Priced
  (price [_] (sum (map price items)))
  (label [_] (join-labels items)))

(defn- join-labels [items]
  (apply str (interpose ", " (map label items))))

(extend-type String
  Priced
  (price [s] (m/money (count s)))
  (label [s] (shout s)))

(defn shout [s] (.toUpperCase s))

(defmulti discount (fn [item kind] kind))

(defmethod discount :half [item _]
  (update item :cents halve))

(defmethod discount :default [item _] item)

(defn halve [n] (quot n 2))

(def cart (atom []))

(defn add! [item]
  (let [checked (validate item)]
    (swap! cart conj checked)
    (publish :added checked)
    checked))

(defn validate [item]
  (when-not (:name item)
    (throw (fail "no name")))
  item)

(defn fail [text] (Exception. text))

(defn total [] (->> @cart (map #(discount % :half)) (map price) sum))
