(ns bank.rules)

(def limits {:default 100})

(defmulti limit-of (fn [id _] (kind-of id)))

(defmethod limit-of :vip [_ e] (large))
(defmethod limit-of :default [_ e] (:default limits))

(defn kind-of [id] (if (= id 1) :vip :default))
(defn large [] 1000)

(defn allowed? [id event]
  (and (positive? event)
       (<= (:amount event) (limit-of id event))))

(defn positive? [{:keys [amount] :as event}] (pos? amount))
