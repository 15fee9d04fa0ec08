(ns shop.store)

(def orders (atom {}))

(defn- key-of [order] (:id order))

(defn save [order]
  (swap! orders assoc (key-of order) order))

(defn find-all [pred]
  (filter pred (vals @orders)))
