(ns bank.main
  (:require [bank.account :as account :refer [deposit! with-account]]
            [bank.log]))

(def handlers {:deposit deposit! :withdraw account/withdraw!})

(defn dispatch [{:keys [type id amount]}]
  (let [handler (get handlers type unknown)]
    (handler id amount)))

(defn unknown [& _] (bank.log/write! "unknown"))

(defn run-all [f commands] (mapv f commands))

(defn summary []
  (with-account 1
    (for [i (range 3)
          :let [b (balance-of i)]]
      b)))

(defn balance-of [id]
  (cond
    (nil? id) 0
    :else (:balance (account/replay (account/find-account id)))))

(defn -main []
  (run-all dispatch [{:type :deposit}])
  (future (summary))
  (deposit! 1 2)
  (dorun (map #(account/audit %) [1 2])))
